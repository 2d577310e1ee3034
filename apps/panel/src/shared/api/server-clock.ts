const SECOND_MS = 1_000

/**
 * Local time minus `performance.now()`, in milliseconds. Users cannot set `performance.now()`, but it may stop while the machine sleeps.
 */
let localClockOffsetMs = Number.NEGATIVE_INFINITY

/**
 * Returns the local time in milliseconds since the epoch. This time does not jump when the computer's clock is set back, because the offset
 * to the server was measured with it.
 */
export function getLocalTime(): number {
  const sinceBeginning = performance.now()
  localClockOffsetMs = Math.max(localClockOffsetMs, Date.now() - sinceBeginning)
  return Math.round(sinceBeginning + localClockOffsetMs)
}

/** Lower and upper bound of the offset between the server's clock and the local clock, in milliseconds. */
let serverOffsetBounds = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }

/**
 * Narrows the bounds of the clock offset by the `Date` header of a response. The server set the header, truncated to the second, between
 * `sentAt` and `receivedAt` (both from `getLocalTime`). If the new bounds do not overlap the old ones, a clock was changed, so the new
 * bounds replace the old ones. Without a valid date, `getLocalTime` starts again from the current clock.
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
