import type { Message } from '@prosa/contract/entities/message'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Unsent } from '../outbox.ts'
import { speakerOf, threadRows } from './thread-rows.ts'

const at = (day: number, hour: number) => new Date(2026, 10, day, hour)
const message = (id: string, when: Date, fields: Partial<Message> = {}): Message => ({
  message_id: id,
  role: 'humano',
  content: id,
  timestamp: when.toISOString(),
  ...fields,
})
const unsent = (tempId: string, when: Date): Unsent => ({
  tempId,
  leadId: 'l1',
  conversationId: 'c1',
  content: 'ok',
  createdAt: when.getTime(),
  status: 'waiting',
  failure: null,
  peer: null,
})
const now = at(18, 15).getTime()

beforeEach(() => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('pt-BR')
})

it('VIEW-23 VIEW-24 VIEW-25 knows who speaks, in both spellings', () => {
  expect(speakerOf({ role: 'humano' })).toBe('lead')
  expect(speakerOf({ role: 'HUMAN', manual: false })).toBe('lead')
  expect(speakerOf({ role: 'AI', manual: false })).toBe('agent')
  expect(speakerOf({ role: 'AGENT' })).toBe('agent')
  expect(speakerOf({ role: 'AI', manual: true })).toBe('staff')
})

describe('rows', () => {
  it('puts a line before each day, and what is under way at the end', () => {
    const rows = threadRows([message('a', at(17, 23)), message('b', at(18, 1))], [unsent('t', at(18, 2))], now)
    expect(rows.map((row) => (row.kind === 'day' ? row.title : row.key))).toEqual(['ontem', 'a', 'hoje', 'b', 't'])
  })

  it('MSG-06 a bubble keeps its key when its message arrives', () => {
    const before = threadRows([], [unsent('t', at(18, 2))], now)
    const after = threadRows([message('m1', at(18, 2), { role: 'AI', manual: true, client_message_id: 't' })], [], now)
    expect(after.map(({ key }) => key)).toEqual(before.map(({ key }) => key))
  })

  it('gives room where somebody else begins to speak', () => {
    const rows = threadRows([message('a', at(18, 1)), message('b', at(18, 1)), message('c', at(18, 1), { role: 'AI' })], [], now)
    expect(rows.map((row) => row.kind !== 'day' && row.startsTurn)).toEqual([false, false, false, true])
  })
})
