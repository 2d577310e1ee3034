import type { ConversationWithHistory } from '@prosa/contract/entities/conversations/conversation'
import type { Message } from '@prosa/contract/entities/conversations/message'
import { getComposerLock } from '@prosa/contract/rules/conversations/composer-lock'
import { describe, expect, it } from 'vitest'
import {
  applyDeliveryStatus,
  getCatchUpSeq,
  getComposerLockInput,
  getLastContiguousSeq,
  hasMissingMessages,
  mergeMessages,
  mergeThreadResponse,
  prependOlderMessages,
} from './cached-thread.ts'

const noon = Date.parse('2026-11-18T12:00:00.000Z')
const message = (n: number, fields: Partial<Message> = {}): Message => ({
  message_id: `m${n}`,
  role: 'AI',
  content: `texto ${n}`,
  timestamp: new Date(noon + n * 1_000).toISOString(),
  seq: n,
  ...fields,
})
const withoutSeq = (n: number): Message => {
  const { seq: _, ...rest } = message(n)
  return rest
}
const answer = (history: Message[], fields: Partial<ConversationWithHistory> = {}): ConversationWithHistory => ({
  _id: 'c1',
  lead_id: 'l1',
  history,
  ...fields,
})
const seqs = (messages: readonly Message[]) => messages.map(({ message_id }) => message_id)

describe('merging', () => {
  it('EVENT-07 puts a message in its place once, however often and late it is told', () => {
    const held = [message(1), message(3)]
    expect(seqs(mergeMessages(held, [message(2)]))).toEqual(['m1', 'm2', 'm3'])
    expect(seqs(mergeMessages(held, [message(3), message(4), message(4)]))).toEqual(['m1', 'm3', 'm4'])
  })

  it('orders by time with a provider that numbers nothing', () => {
    expect(seqs(mergeMessages([withoutSeq(1), withoutSeq(3)], [withoutSeq(2)]))).toEqual(['m1', 'm2', 'm3'])
  })

  it('MSG-13 never takes processed back, and delivery only rises', () => {
    const held = [message(1, { status: 'processed', delivery: 'read' }), message(2)]
    const merged = mergeMessages(held, [message(1, { status: 'waiting', delivery: 'sent' }), message(2, { status: 'done' })])
    expect(merged.map(({ status }) => status)).toEqual(['processed', 'processed'])
    expect(merged[0]?.delivery).toBe('read')
    const thread = mergeThreadResponse(undefined, answer([message(1, { delivery: 'delivered' })]))
    expect(applyDeliveryStatus(thread, { messageId: 'm1', delivery: 'sent' })).toBe(thread)
    expect(applyDeliveryStatus(thread, { messageId: 'm1', delivery: 'read' }).messages[0]?.delivery).toBe('read')
  })

  it('keeps what events told while the answer was under way', () => {
    const held = mergeThreadResponse(undefined, answer([message(1), message(2), message(3)]))
    expect(seqs(mergeThreadResponse(held, answer([message(1), message(2)])).messages)).toEqual(['m1', 'm2', 'm3'])
  })

  it('VIEW-35 puts an older page before, and a provider that answers everything at once has no older page', () => {
    const newest = mergeThreadResponse(undefined, answer([message(3), message(4)], { nextCursor: 'p2' }))
    expect(newest.olderCursor).toBe('p2')
    const all = prependOlderMessages(newest, answer([message(1), message(2)], { nextCursor: null }))
    expect(seqs(all.messages)).toEqual(['m1', 'm2', 'm3', 'm4'])
    expect(all.olderCursor).toBeNull()
    expect(mergeThreadResponse(undefined, answer([message(1)])).olderCursor).toBeNull()
  })
})

describe('holes', () => {
  it('finds where the first hole begins', () => {
    expect(getLastContiguousSeq([message(5), message(6), message(9)])).toBe(6)
    expect(getLastContiguousSeq([message(5), message(6)])).toBe(6)
    expect(getLastContiguousSeq([withoutSeq(1)])).toBeNull()
  })

  it('MSG-12 asks again for ticks that may have risen unheard, among the last messages only', () => {
    expect(getCatchUpSeq([message(5), message(6)])).toBe(6)
    expect(getCatchUpSeq([message(5, { delivery: 'read' }), message(6, { delivery: 'failed' })])).toBe(6)
    expect(getCatchUpSeq([message(5, { delivery: 'queued' }), message(6, { delivery: 'read' })])).toBe(4)
    const many = Array.from({ length: 60 }, (_, index) => message(index + 1, { delivery: index === 2 ? 'sent' : 'read' }))
    expect(getCatchUpSeq(many)).toBe(60)
    expect(getCatchUpSeq([withoutSeq(1)])).toBeNull()
  })

  it('knows that it is behind: a hole, or a longer conversation', () => {
    const thread = mergeThreadResponse(undefined, answer([message(5), message(6)], { last_seq: 6 }))
    expect(hasMissingMessages(thread)).toBe(false)
    expect(hasMissingMessages({ ...thread, messages: [...thread.messages, message(8)] })).toBe(true)
    expect(hasMissingMessages({ ...thread, conversation: { ...thread.conversation, last_seq: 7 } })).toBe(true)
    expect(hasMissingMessages(mergeThreadResponse(undefined, answer([withoutSeq(1)], { last_seq: 7 })))).toBe(false)
  })
})

describe('composer lock', () => {
  const at = (history: Message[], now: number, fields: Partial<ConversationWithHistory> = {}) =>
    getComposerLock(getComposerLockInput(mergeThreadResponse(undefined, answer(history, fields))), now)
  const DAY = 24 * 3_600_000

  it('VIEW-32 locks with history and no human message, not with an empty history', () => {
    expect(at([message(1)], noon)).toEqual({ reason: 'no-lead-message' })
    expect(at([], noon)).toBeNull()
  })

  it('VIEW-33 locks at 24 h 00 of the newest human message, not at 23 h 59', () => {
    const history = [message(0, { role: 'humano' }), message(1)]
    expect(at(history, noon + DAY - 60_000)).toBeNull()
    expect(at(history, noon + DAY)).toMatchObject({ reason: 'window-closed', openUntil: new Date(noon + DAY) })
  })

  it('VIEW-34 unlocks when a human message arrives, in either spelling', () => {
    const history = [message(0, { role: 'humano' })]
    const arrived = message(1, { role: 'HUMAN', timestamp: new Date(noon + DAY).toISOString() })
    expect(at([...history, arrived], noon + DAY + 1)).toBeNull()
  })

  it('VIEW-33 trusts the conversation when the lead spoke before the loaded page', () => {
    const last_client_message_at = new Date(noon).toISOString()
    expect(at([message(50)], noon + 60_000, { last_client_message_at })).toBeNull()
  })
})
