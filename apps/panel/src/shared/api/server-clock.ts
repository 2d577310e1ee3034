const SECOND_MS = 1_000

/**
 * Local time minus `performance.now()`, in milliseconds. Users cannot set `performance.now()`, but it may stop while the machine sleeps.
 */
let localClockOffsetMs = Number.NEGATIVE_INFINITY

/**
 * Returns the local time in milliseconds since the epoch. Setting the computer's clock back does not change this time, because the measured
 * offset to the server depends on it.
 */
export function getLocalTime(): number {
  const sinceBeginning = performance.now()
  localClockOffsetMs = Math.max(localClockOffsetMs, Date.now() - sinceBeginning)
  return Math.round(sinceBeginning + localClockOffsetMs)
}

/** Lower and upper bound of the offset between the server's clock and the local clock, in milliseconds. */
let serverOffsetBounds = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }

/**
 * Narrows the bounds of the clock offset by a response's `Date` header, which the server set between `sentAt` and `receivedAt` (both from
 * `getLocalTime`), truncated to the second. Bounds that do not overlap replace the old ones, because a clock was changed. Without a valid
 * date, `getLocalTime` restarts from the current clock.
 */
export function observeServerDate(date: string | null, sentAt: number, receivedAt: number): void {
  const serverMs = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(serverMs)) {
    localClockOffsetMs = Number.NEGATIVE_INFINITY
    return
  }
  const observed = { from: serverMs - receivedAt, to: serverMs + SECOND_MS - sentAt }
  const narrowed = { from: Math.max(serverOffsetBounds.from, observed.from), to: Math.min(serverOffsetBounds.to, observed.to) }
  serverOffsetBounds = narrowed.from <= narrowed.to ? narrowed : observed
}

/**
 * Returns the milliseconds to add to the local time to get the server's time. Returns 0 if an offset of 0 is within the measured bounds.
 */
export function getServerOffset(): number {
  if (serverOffsetBounds.from <= 0 && serverOffsetBounds.to >= 0) return 0
  return (serverOffsetBounds.from + serverOffsetBounds.to) / 2
}

/** Returns the server's time in milliseconds since the epoch. Rules that compare times use it, because the local clock may be wrong. */
export const getServerTime = (): number => getLocalTime() + getServerOffset()

/** Resets the measured clock offset, as on a newly loaded page. */
export const resetServerClock = (): void => {
  serverOffsetBounds = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }
  localClockOffsetMs = Number.NEGATIVE_INFINITY
}
