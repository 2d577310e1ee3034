import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getLocalTime, getServerOffset, getServerTime, observeServerDate, resetServerClock } from './server-clock.ts'

const HOUR = 3_600_000
const SERVER = Date.parse('2026-11-20T12:00:00.400Z')
const header = (at: number) => new Date(at).toUTCString()

describe('MSG-09 the server clock', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    resetServerClock()
  })

  it('is ours while no answer says otherwise', () => {
    vi.setSystemTime(SERVER)
    expect(getServerTime()).toBe(SERVER)
    observeServerDate(header(SERVER), SERVER - 20, SERVER + 20)
    expect(getServerOffset()).toBe(0)
  })

  it.each([HOUR, -HOUR])('is told within a second on a machine that is %i ms wrong', (wrong) => {
    vi.setSystemTime(SERVER + wrong)
    observeServerDate(header(SERVER), SERVER + wrong - 30, SERVER + wrong + 30)
    expect(Math.abs(getServerTime() - SERVER)).toBeLessThan(1_000)
  })

  it('is told better by more answers', () => {
    for (const at of [0, 300, 600, 900, 1_200]) {
      observeServerDate(header(SERVER + at), SERVER + at + HOUR - 5, SERVER + at + HOUR + 5)
    }
    expect(Math.abs(getServerOffset() + HOUR)).toBeLessThan(160)
  })

  it('follows when a clock is set', () => {
    observeServerDate(header(SERVER), SERVER + HOUR, SERVER + HOUR)
    observeServerDate(header(SERVER), SERVER, SERVER)
    expect(getServerOffset()).toBe(0)
  })

  it('goes on at its pace when this computer’s clock is set back, before any answer comes', () => {
    vi.setSystemTime(SERVER + HOUR)
    observeServerDate(header(SERVER), getLocalTime(), getLocalTime())
    const before = getServerTime()
    vi.setSystemTime(SERVER - HOUR)
    vi.advanceTimersByTime(15_000)
    expect(getServerTime()).toBe(before + 15_000)
    observeServerDate(header(SERVER + 15_000), getLocalTime(), getLocalTime())
    expect(Math.abs(getServerTime() - SERVER - 15_000)).toBeLessThan(1_000)
  })

  it('is still told of a machine that slept, whose own count of time stood still', () => {
    vi.setSystemTime(SERVER)
    getServerTime()
    vi.setSystemTime(SERVER + HOUR)
    expect(getServerTime()).toBe(SERVER + HOUR)
  })

  it('takes a clock that was set at its word where no server tells the time (gap G44)', () => {
    vi.setSystemTime(SERVER + HOUR)
    expect(getServerTime()).toBe(SERVER + HOUR)
    vi.setSystemTime(SERVER)
    observeServerDate(null, getLocalTime(), getLocalTime())
    expect(getServerTime()).toBe(SERVER)
  })

  it('ignores an answer without a readable date (gap G44)', () => {
    observeServerDate(null, 0, 0)
    observeServerDate('soon', 0, 0)
    expect(getServerOffset()).toBe(0)
  })
})
