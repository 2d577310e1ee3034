const SECOND_MS = 1_000

/** Local time minus `performance.now()`, in milliseconds. `performance.now()` cannot be set, but may stop while the machine sleeps. */
let localClockOffsetMs = Number.NEGATIVE_INFINITY

/**
 * Returns the local time in milliseconds since the epoch. If the clock is set back, this time continues as before, because the offset to
 * the server was measured with it.
 */
export function getLocalTime(): number {
  const sinceBeginning = performance.now()
  localClockOffsetMs = Math.max(localClockOffsetMs, Date.now() - sinceBeginning)
  return Math.round(sinceBeginning + localClockOffsetMs)
}

/** Range of the possible offset between the server's clock and the local one, in milliseconds, according to the responses so far. */
let serverOffsetBounds = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }

/**
 * Narrows the offset by one response. Its `Date` header is truncated to the second and was read between `sentAt` and `receivedAt`, both
 * from `getLocalTime`. Without a valid date, `getLocalTime` is reset to the clock as it is set now. If the bounds no longer overlap, a clock was
 * set, and the newest response wins.
 */
export function observeServerDate(date: string | null, sentAt: number, receivedAt: number): void {
  const told = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(told)) {
    localClockOffsetMs = Number.NEGATIVE_INFINITY
    return
  }
  const seen = { from: told - receivedAt, to: told + SECOND_MS - sentAt }
  const both = { from: Math.max(serverOffsetBounds.from, seen.from), to: Math.min(serverOffsetBounds.to, seen.to) }
  serverOffsetBounds = both.from <= both.to ? both : seen
}

/** Returns the milliseconds to add to the local clock, or 0 while the local clock agrees with every response. */
export function getServerOffset(): number {
  if (serverOffsetBounds.from <= 0 && serverOffsetBounds.to >= 0) return 0
  return (serverOffsetBounds.from + serverOffsetBounds.to) / 2
}

/** Returns the server's time in milliseconds since the epoch, so that a wrong local clock does not affect rules that compare times. */
export const getServerTime = (): number => getLocalTime() + getServerOffset()

/** Resets the measured offset, as on a newly loaded page. */
export const resetServerClock = (): void => {
  serverOffsetBounds = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }
  localClockOffsetMs = Number.NEGATIVE_INFINITY
}
