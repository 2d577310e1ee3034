import type { Conversation } from '@prosa/contract/entities/conversation'
import { expect, it } from 'vitest'
import { conversationsOf, type ListData, removeConversation, replaceConversation, upsertConversations } from './list-cache.ts'

const conversation = (id: string, fields: Partial<Conversation> = {}): Conversation => ({
  _id: id,
  lead_id: `lead-${id}`,
  updated_at: '2026-11-18T12:00:00.000Z',
  ...fields,
})
const data = (...pages: Conversation[][]): ListData => ({
  pages: pages.map((conversations) => ({ conversations, nextCursor: null, serverTime: null })),
  pageParams: pages.map(() => null),
})
const ids = (list: ListData) => conversationsOf(list).map(({ _id }) => _id)

it('LIST-32 shows a conversation once though two pages hold it, and the newer of the two', () => {
  const newer = conversation('a', { updated_at: '2026-11-18T13:00:00.000Z' })
  const list = data([newer, conversation('b')], [conversation('a'), conversation('c')])
  expect(conversationsOf(list)).toEqual([newer, conversation('b'), conversation('c')])
})

it('one change leaves every other conversation the same object', () => {
  const list = data([conversation('a'), conversation('b')], [conversation('c')])
  const after = replaceConversation(list, conversation('b', { stage: 'pitch' }))
  expect(after.pages[1]).toBe(list.pages[1])
  expect(after.pages[0]?.conversations[0]).toBe(list.pages[0]?.conversations[0])
  expect(after.pages[0]?.conversations[1]?.stage).toBe('pitch')
  expect(replaceConversation(list, conversation('x'))).toBe(list)
  expect(removeConversation(list, 'x')).toBe(list)
  expect(ids(removeConversation(list, 'b'))).toEqual(['a', 'c'])
})

it('LIST-30 a refresh brings in what is new and replaces what is older, not what is newer', () => {
  const held = conversation('a', { stage: 'pitch', updated_at: '2026-11-18T13:00:00.000Z' })
  const list = data([held, conversation('b')])
  const after = upsertConversations(list, [conversation('a'), conversation('b', { stage: 'fechamento' }), conversation('n')])
  expect(ids(after)).toEqual(['n', 'a', 'b'])
  expect(conversationsOf(after)[1]).toBe(held)
  expect(conversationsOf(after)[2]?.stage).toBe('fechamento')
})
