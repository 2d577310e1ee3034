const SECOND = 1_000

/** Local time minus `performance.now()`, in milliseconds. `performance.now()` cannot be set, but may stop while the machine sleeps. */
let ahead = Number.NEGATIVE_INFINITY

/**
 * Returns the local time in milliseconds since the epoch. If the clock is set back, this time continues as before, because the offset to
 * the server was measured with it.
 */
export function localNow(): number {
  const sinceBeginning = performance.now()
  ahead = Math.max(ahead, Date.now() - sinceBeginning)
  return Math.round(sinceBeginning + ahead)
}

/** Range of the possible offset between the server's clock and the local one, in milliseconds, according to the responses so far. */
let bounds = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }

/**
 * Narrows the offset by one response. Its `Date` header is truncated to the second and was read between `sentAt` and `receivedAt`, both
 * from `localNow`. Without a valid date, `localNow` is reset to the clock as it is set now. If the bounds no longer overlap, a clock was
 * set, and the newest response wins.
 */
export function observeServerDate(date: string | null, sentAt: number, receivedAt: number): void {
  const told = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(told)) {
    ahead = Number.NEGATIVE_INFINITY
    return
  }
  const seen = { from: told - receivedAt, to: told + SECOND - sentAt }
  const both = { from: Math.max(bounds.from, seen.from), to: Math.min(bounds.to, seen.to) }
  bounds = both.from <= both.to ? both : seen
}

/** Returns the milliseconds to add to the local clock, or 0 while the local clock agrees with every response. */
export function serverOffset(): number {
  if (bounds.from <= 0 && bounds.to >= 0) return 0
  return (bounds.from + bounds.to) / 2
}

/** Returns the server's time in milliseconds since the epoch, so that a wrong local clock does not affect rules that compare times. */
export const serverNow = (): number => localNow() + serverOffset()

/** Resets the measured offset, as on a newly loaded page. */
export const resetServerClock = (): void => {
  bounds = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }
  ahead = Number.NEGATIVE_INFINITY
}
