import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  addTypingEntry,
  createTypingEmitter,
  filterActiveTyping,
  formatTypingText,
  getMsUntilNextExpiry,
  removeTypingEntries,
  type TypingEntry,
  toAgentTypingEntry,
  toUserTypingEntry,
} from './typing-entries.ts'

const t0 = Date.parse('2026-11-18T12:00:00.000Z')
const iso = (ms: number) => new Date(t0 + ms).toISOString()
const user = (userId: string, isTyping: boolean, at: number, now = at): TypingEntry =>
  toUserTypingEntry({ userId, userName: userId.toUpperCase(), isTyping, timestamp: iso(at), leadId: 'l1' }, 'l1', t0 + now)
const agent = (isAgentTyping: boolean, at: number): TypingEntry =>
  toAgentTypingEntry({ leadId: 'l1', agentId: 'a1', agentName: 'Clara', isAgentTyping, timestamp: iso(at) }, t0 + at)
const heard = (...said: TypingEntry[]) =>
  said.reduce<readonly TypingEntry[]>((all, one) => addTypingEntry(all, one, 'me', one.timestamp), [])
const names = (entries: readonly TypingEntry[], at: number, lead = 'l1') =>
  filterActiveTyping(entries, lead, t0 + at).map(({ userName }) => userName)

describe('others', () => {
  it('ENT-10 an entry has userId, userName, isTyping, timestamp and isAgent, of a person and of an agent', () => {
    const timestamp = '2026-11-18T12:00:00.000Z'
    const now = Date.parse(timestamp)
    expect(toUserTypingEntry({ userId: 'u1', userName: 'Ana', isTyping: true, timestamp }, 'l1', now)).toEqual({
      leadId: 'l1',
      userId: 'u1',
      userName: 'Ana',
      isTyping: true,
      timestamp: now,
      isAgent: false,
    })
    expect(toAgentTypingEntry({ leadId: 'l1', agentId: 'a1', agentName: 'Clara', isAgentTyping: false, timestamp }, now)).toEqual(
      {
        leadId: 'l1',
        userId: 'a1',
        userName: 'Clara',
        isTyping: false,
        timestamp: now,
        isAgent: true,
      },
    )
  })

  it('EVENT-08 EVENT-09 shows users and the agent, with who they are', () => {
    const entries = heard(user('bia', true, 0), agent(true, 10))
    expect(names(entries, 20)).toEqual(['BIA', 'Clara'])
    expect(formatTypingText(filterActiveTyping(entries, 'l1', t0 + 20))).toBe('BIA e Clara (IA) estão digitando…')
    expect(formatTypingText(filterActiveTyping(heard(user('bia', true, 0)), 'l1', t0))).toBe('BIA está digitando…')
  })

  it('EVENT-08 never shows oneself', () => {
    expect(heard(user('me', true, 0))).toEqual([])
  })

  it('EVENT-05 goes at the stop, and a start that was said earlier but arrives later does not bring it back', () => {
    const stopped = heard(user('bia', true, 0), user('bia', false, 2_000))
    expect(names(stopped, 2_000)).toEqual([])
    expect(names(addTypingEntry(stopped, user('bia', true, 1_000), 'me', t0 + 2_500), 2_500)).toEqual([])
  })

  it('MSG-21 CONST-16 disappears after 15 s without renewal, not before, and a renewal starts it anew', () => {
    const entries = heard(user('bia', true, 0))
    expect(names(entries, 14_999)).toEqual(['BIA'])
    expect(names(entries, 15_000)).toEqual([])
    expect(getMsUntilNextExpiry(entries, t0 + 5_000)).toBe(10_000)
    expect(names(addTypingEntry(entries, user('bia', true, 10_000), 'me', t0 + 10_000), 20_000)).toEqual(['BIA'])
  })

  it('MSG-09 a timestamp ahead of the clock does not outlive 15 s either', () => {
    expect(names(heard(user('bia', true, 3_600_000, 0)), 15_000)).toEqual([])
  })

  it('stays in its own lead; a message of who typed ends it', () => {
    const entries = heard(user('bia', true, 0), agent(true, 0))
    expect(names(entries, 0, 'l2')).toEqual([])
    expect(names(removeTypingEntries(entries, 'l1', null), 0)).toEqual(['BIA'])
    expect(names(removeTypingEntries(entries, 'l1', 'bia'), 0)).toEqual(['Clara'])
  })

  it('an event without a lead belongs to the open one', () => {
    const event = { userId: 'bia', userName: 'Bia', isTyping: true, timestamp: iso(0) }
    expect(toUserTypingEntry(event, 'l7', t0).leadId).toBe('l7')
  })
})

describe('own typing', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const voice = () => ({ start: vi.fn(), stop: vi.fn() })

  it('MSG-20 CONST-16 stops by itself 15 s after the last key, once', () => {
    const said = voice()
    const own = createTypingEmitter(said)
    own.handleInput()
    vi.advanceTimersByTime(3_000)
    own.handleInput()
    expect(said.start).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(14_999)
    expect(said.stop).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(said.stop).toHaveBeenCalledTimes(1)
    own.stop()
    vi.advanceTimersByTime(60_000)
    expect(said.stop).toHaveBeenCalledTimes(1)
  })

  it('EVENT-04 renews while typing goes on, so that others do not forget it', () => {
    const said = voice()
    const own = createTypingEmitter(said)
    for (let second = 0; second < 30; second++) {
      own.handleInput()
      vi.advanceTimersByTime(1_000)
    }
    expect(said.start).toHaveBeenCalledTimes(6)
    expect(said.stop).not.toHaveBeenCalled()
  })

  it('EVENT-04 renews also when the computer’s clock is set back by hours', () => {
    const said = voice()
    const own = createTypingEmitter(said)
    own.handleInput()
    vi.setSystemTime(Date.now() - 3 * 3_600_000)
    vi.advanceTimersByTime(5_000)
    own.handleInput()
    expect(said.start).toHaveBeenCalledTimes(2)
  })

  it('EVENT-05 says nothing when it never began, and begins again after a stop', () => {
    const said = voice()
    const own = createTypingEmitter(said)
    own.stop()
    expect(said.stop).not.toHaveBeenCalled()
    own.handleInput()
    own.stop()
    own.handleInput()
    expect(said.start).toHaveBeenCalledTimes(2)
  })
})
