import type { Message } from '@prosa/contract/entities/conversations/message'
import { describe, expect, it } from 'vitest'
import {
  addToOutbox,
  markEntryAccepted,
  markEntryFailed,
  type Outbox,
  removeArrivedEntries,
  removeFromOutbox,
  restoreOutboxAfterReload,
  retryFailedEntry,
  type UnsentMessage,
} from './outbox.ts'

const t0 = Date.parse('2026-11-18T12:00:00.000Z')
const entry = (tempId: string, fields: Partial<UnsentMessage> = {}): UnsentMessage => ({
  tempId,
  leadId: 'l1',
  conversationId: 'c1',
  content: 'ok',
  createdAt: t0,
  status: 'waiting',
  failure: null,
  peer: null,
  ...fields,
})
const message = (id: string, fields: Partial<Message> = {}): Message => ({
  message_id: id,
  role: 'AI',
  manual: true,
  content: 'ok',
  timestamp: new Date(t0 + 500).toISOString(),
  ...fields,
})
const never = () => false
const idsOf = (outbox: Outbox) => outbox.map(({ tempId }) => tempId)

describe('states', () => {
  it('MSG-04 MSG-05 MSG-10 MSG-11 goes waiting, done or error, and back to waiting under the same id', () => {
    const waiting = addToOutbox([], entry('t1'))
    expect(waiting[0]?.status).toBe('waiting')
    expect(markEntryAccepted(waiting, 't1')[0]?.status).toBe('done')
    const failed = markEntryFailed(waiting, 't1', 'Fila cheia')
    expect(failed[0]).toMatchObject({ status: 'error', failure: 'Fila cheia' })
    expect(retryFailedEntry(failed, 't1')[0]).toMatchObject({ tempId: 't1', status: 'waiting', failure: null })
  })

  it('MSG-11 retries only what failed', () => {
    expect(retryFailedEntry([entry('t1', { status: 'done' })], 't1')[0]?.status).toBe('done')
  })

  it('MSG-06 an event before the HTTP answer wins: the answer brings nothing back', () => {
    const settled = removeArrivedEntries([entry('t1')], 'c1', [message('m1', { client_message_id: 't1' })], never)
    expect(markEntryAccepted(settled, 't1')).toEqual([])
    expect(markEntryFailed(settled, 't1', 'x')).toEqual([])
  })

  it('adds one entry once and leaves the others alone', () => {
    const outbox = addToOutbox(addToOutbox([], entry('t1')), entry('t1'))
    expect(idsOf(outbox)).toEqual(['t1'])
    expect(idsOf(removeFromOutbox([entry('t1'), entry('t2')], 't1'))).toEqual(['t2'])
  })
})

describe('matching', () => {
  it('MSG-08 the client id decides, however far the clocks are apart and whatever came first', () => {
    const far = new Date(t0 + 3_600_000).toISOString()
    const outbox = [entry('t1'), entry('t2')]
    expect(
      idsOf(removeArrivedEntries(outbox, 'c1', [message('m1', { client_message_id: 't2', timestamp: far })], never)),
    ).toEqual(['t1'])
  })

  it('MSG-08 a message with the id of another client settles nothing here', () => {
    expect(removeArrivedEntries([entry('t1')], 'c1', [message('m1', { client_message_id: 'someone' })], never)).toHaveLength(1)
  })

  it('MSG-07 without an id: same role, same content, at most 10 s apart', () => {
    const at = (ms: number) => message('m1', { timestamp: new Date(t0 + ms).toISOString() })
    expect(removeArrivedEntries([entry('t1')], 'c1', [at(10_000)], never)).toEqual([])
    expect(removeArrivedEntries([entry('t1')], 'c1', [at(-10_000)], never)).toEqual([])
    expect(removeArrivedEntries([entry('t1')], 'c1', [at(11_000)], never)).toHaveLength(1)
    expect(removeArrivedEntries([entry('t1')], 'c1', [message('m1', { content: 'ok!' })], never)).toHaveLength(1)
    expect(removeArrivedEntries([entry('t1')], 'c1', [message('m1', { role: 'humano' })], never)).toHaveLength(1)
    expect(removeArrivedEntries([entry('t1')], 'c1', [message('m1', { role: 'AGENT' })], never)).toEqual([])
    expect(removeArrivedEntries([entry('t1')], 'c2', [message('m1')], never)).toHaveLength(1)
  })

  it('MSG-07 two equal messages are never confused: each arrival settles one, the older first', () => {
    const outbox = [entry('t1'), entry('t2', { createdAt: t0 + 2_000 })]
    const once = removeArrivedEntries(outbox, 'c1', [message('m1')], never)
    expect(idsOf(once)).toEqual(['t2'])
    expect(removeArrivedEntries(once, 'c1', [message('m2')], never)).toEqual([])
  })

  it('MSG-07 a message seen again does not settle the equal one sent after it', () => {
    const held = new Set(['m1'])
    expect(removeArrivedEntries([entry('t2')], 'c1', [message('m1')], (id) => held.has(id))).toHaveLength(1)
  })

  it('MSG-06 a failed message whose answer was lost is settled when it arrives after all', () => {
    expect(
      removeArrivedEntries([entry('t1', { status: 'error' })], 'c1', [message('m1', { client_message_id: 't1' })], never),
    ).toEqual([])
  })

  it("EVENT-11 someone else's sending settles by the same rule", () => {
    const peer = { userId: 'u2', userName: 'Bia' }
    expect(removeArrivedEntries([entry('t9', { peer })], 'c1', [message('m1', { client_message_id: 't9' })], never)).toEqual([])
  })
})

it('a reload keeps the failed and the unheard-of, as failed, and forgets what the server took', () => {
  const outbox = [
    entry('failed', { status: 'error' }),
    entry('cut', { status: 'waiting' }),
    entry('taken', { status: 'done' }),
    entry('other', { peer: { userId: 'u2', userName: 'Bia' } }),
  ]
  expect(restoreOutboxAfterReload(outbox).map(({ tempId, status }) => [tempId, status])).toEqual([
    ['failed', 'error'],
    ['cut', 'error'],
  ])
})
