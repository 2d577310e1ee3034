import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import { expect, it } from 'vitest'
import {
  type ConversationListData,
  collectConversations,
  removeConversationFromList,
  replaceConversationInList,
  upsertConversationsInList,
} from './list-cache.ts'

const conversation = (id: string, fields: Partial<Conversation> = {}): Conversation => ({
  _id: id,
  lead_id: `lead-${id}`,
  updated_at: '2026-11-18T12:00:00.000Z',
  ...fields,
})
const data = (...pages: Conversation[][]): ConversationListData => ({
  pages: pages.map((conversations) => ({ conversations, nextCursor: null, serverTime: null })),
  pageParams: pages.map(() => null),
})
const ids = (list: ConversationListData) => collectConversations(list).map(({ _id }) => _id)

it('LIST-32 shows a conversation once though two pages hold it, and the newer of the two', () => {
  const newer = conversation('a', { updated_at: '2026-11-18T13:00:00.000Z' })
  const list = data([newer, conversation('b')], [conversation('a'), conversation('c')])
  expect(collectConversations(list)).toEqual([newer, conversation('b'), conversation('c')])
})

it('one change leaves every other conversation the same object', () => {
  const list = data([conversation('a'), conversation('b')], [conversation('c')])
  const after = replaceConversationInList(list, conversation('b', { stage: 'pitch' }))
  expect(after.pages[1]).toBe(list.pages[1])
  expect(after.pages[0]?.conversations[0]).toBe(list.pages[0]?.conversations[0])
  expect(after.pages[0]?.conversations[1]?.stage).toBe('pitch')
  expect(replaceConversationInList(list, conversation('x'))).toBe(list)
  expect(removeConversationFromList(list, 'x')).toBe(list)
  expect(ids(removeConversationFromList(list, 'b'))).toEqual(['a', 'c'])
})

it('LIST-30 a refresh brings in what is new and replaces what is older, not what is newer', () => {
  const held = conversation('a', { stage: 'pitch', updated_at: '2026-11-18T13:00:00.000Z' })
  const list = data([held, conversation('b')])
  const after = upsertConversationsInList(list, [
    conversation('a'),
    conversation('b', { stage: 'fechamento' }),
    conversation('n'),
  ])
  expect(ids(after)).toEqual(['n', 'a', 'b'])
  expect(collectConversations(after)[1]).toBe(held)
  expect(collectConversations(after)[2]?.stage).toBe('fechamento')
})
