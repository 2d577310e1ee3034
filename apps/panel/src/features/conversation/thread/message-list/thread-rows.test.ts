import type { Message } from '@prosa/contract/entities/conversations/message'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { UnsentMessage } from '../../outbox/outbox.ts'
import { buildThreadRows, findFirstUnreadId, getSpeaker } from './thread-rows.ts'

const at = (day: number, hour: number) => new Date(2026, 10, day, hour)
const message = (id: string, when: Date, fields: Partial<Message> = {}): Message => ({
  message_id: id,
  role: 'humano',
  content: id,
  timestamp: when.toISOString(),
  ...fields,
})
const unsent = (tempId: string, when: Date): UnsentMessage => ({
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
  expect(getSpeaker({ role: 'humano' })).toBe('lead')
  expect(getSpeaker({ role: 'HUMAN', manual: false })).toBe('lead')
  expect(getSpeaker({ role: 'AI', manual: false })).toBe('agent')
  expect(getSpeaker({ role: 'AGENT' })).toBe('agent')
  expect(getSpeaker({ role: 'AI', manual: true })).toBe('staff')
})

describe('rows', () => {
  const rowsOf = (messages: Message[], unsentOnes: UnsentMessage[] = [], hasOlder = false) =>
    buildThreadRows({ messages, unsent: unsentOnes, hasOlder, now })

  it('guesses the height of each, so that what comes into sight moves nothing', () => {
    const [first, second, third] = rowsOf([
      message('Oi', at(17, 9)),
      message('x'.repeat(200), at(17, 10), { role: 'AI' }),
      message('a\nb', at(18, 9)),
    ])
    // Heights measured in a browser: one line of the lead under the first day; three lines before another day; two lines.
    expect([first?.height, second?.height, third?.height]).toEqual([92, 142, 66])
  })

  it('days go forward only: a message that came late stands where it came in and makes no heading', () => {
    const rows = rowsOf([
      message('first', at(15, 9)),
      message('today', at(18, 9)),
      message('late', at(16, 9)),
      message('late too', at(15, 9), { role: 'AI' }),
      message('now', at(18, 10)),
    ])
    expect(rows.map(({ dayBefore, dayAfter }) => [dayBefore, dayAfter])).toEqual([
      [expect.any(String), expect.stringMatching(/^hoje$/i)],
      [null, null],
      [null, null],
      [null, null],
      [null, null],
    ])
  })

  it('MEDIA-13 has one row for a message that is in the history and still on its way', () => {
    const rows = rowsOf(
      [message('a', at(17, 9), { client_message_id: 't1' })],
      [unsent('t1', at(17, 9)), unsent('t2', at(17, 10))],
    )
    expect(rows.map(({ key }) => key)).toEqual(['t1', 't2'])
  })

  it('names who speaks on the first of a run only: another person, another day and a notice begin a new one', () => {
    const ana = { role: 'AI', manual: true, sender: { id: 'u1', name: 'Ana' } } as const
    const rows = rowsOf([
      message('a', at(17, 9), { role: 'AI' }),
      message('b', at(17, 9), { role: 'AI' }),
      message('c', at(17, 9), ana),
      message('d', at(17, 9), ana),
      message('e', at(17, 9), { ...ana, sender: { id: 'u2', name: 'Bruno' } }),
      message('f', at(17, 9), { type: 'system' }),
      message('g', at(17, 9)),
      message('h', at(18, 9)),
    ])
    expect(rows.map(({ isFirstInGroup: startsRun }) => startsRun)).toEqual([true, false, true, false, true, true, true, true])
    const [named, unnamed] = rowsOf([message('a', at(17, 9), { role: 'AI' }), message('b', at(17, 9), { role: 'AI' })], [], true)
    expect((named?.height ?? 0) - (unnamed?.height ?? 0)).toBe(16)
  })

  it('marks where the unread messages of the lead begin, with their number', () => {
    const messages = [
      message('a', at(17, 9)),
      message('b', at(17, 9)),
      message('mine', at(17, 9), { role: 'AI' }),
      message('c', at(17, 9)),
    ]
    expect([1, 2, 9].map((count) => findFirstUnreadId(messages, count))).toEqual(['c', 'b', 'a'])
    const reaction = message('r', at(17, 9), { type: 'reaction', reaction: { to: 'a', emoji: '❤️' } })
    expect(findFirstUnreadId([...messages, reaction], 1)).toBe('c')
    const rows = buildThreadRows({ messages, unsent: [], hasOlder: false, unread: { firstMessageId: 'b', count: 2 }, now })
    expect(rows.map(({ unread }) => unread)).toEqual([0, 2, 0, 0])
  })

  it('puts the last reaction of each side on its message; one that is taken back is gone', () => {
    const react = (id: string, to: string, emoji: string | null, role: 'humano' | 'AI' = 'humano') =>
      message(id, at(18, 10), { type: 'reaction', role, reaction: { to, emoji } })
    const rows = rowsOf([
      message('a', at(18, 9)),
      message('b', at(18, 9)),
      react('r1', 'a', '👍'),
      react('r2', 'a', '❤️'),
      react('r3', 'a', '🙏', 'AI'),
      react('r4', 'b', '👍'),
      react('r5', 'b', null),
      react('r6', 'elsewhere', '👍'),
    ])
    expect(rows.map(({ key, reactions }) => [key, reactions])).toEqual([
      ['a', '❤️🙏'],
      ['b', ''],
      ['r6', ''],
    ])
  })

  it('tells each day once, before its first message, with what is under way at the end', () => {
    const rows = rowsOf([message('a', at(17, 23)), message('b', at(18, 1))], [unsent('t', at(18, 2))])
    expect(rows.map(({ key, dayBefore, dayAfter }) => [dayBefore, key, dayAfter])).toEqual([
      ['ontem', 'a', 'hoje'],
      [null, 'b', null],
      [null, 't', null],
    ])
  })

  it('MSG-10 what failed stays where it was said, also when later messages went through', () => {
    const failed: UnsentMessage = { ...unsent('failed', at(18, 2)), status: 'error' }
    const rows = rowsOf([message('a', at(18, 1)), message('b', at(18, 3))], [failed, unsent('t', at(18, 4))])
    expect(rows.map(({ key }) => key)).toEqual(['a', 'failed', 'b', 't'])
  })

  it('VIEW-35 an older page changes no row that is already there', () => {
    const held = [message('c', at(17, 1)), message('d', at(18, 1), { role: 'AI' })]
    const older = [message('a', at(16, 1)), message('b', at(17, 0), { role: 'AI' })]
    expect(rowsOf([...older, ...held], [], true).slice(2)).toEqual(rowsOf(held, [], true))
  })

  it('MSG-06 a bubble keeps its key when its message arrives', () => {
    const before = rowsOf([], [unsent('t', at(18, 2))])
    const after = rowsOf([message('m1', at(18, 2), { role: 'AI', manual: true, client_message_id: 't' })])
    expect(after.map(({ key }) => key)).toEqual(before.map(({ key }) => key))
  })

  it('gives room where somebody else begins to speak', () => {
    const rows = rowsOf([message('a', at(18, 1)), message('b', at(18, 1)), message('c', at(18, 1), { role: 'AI' })])
    expect(rows.map(({ isLastOfSpeaker: endsTurn }) => endsTurn)).toEqual([false, true, false])
  })
})
