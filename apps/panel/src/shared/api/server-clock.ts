const SECOND = 1_000

/** How far our clock is ahead of the time since this page began, which nobody sets; while a machine sleeps that may stand still. */
let ahead = Number.NEGATIVE_INFINITY

/** Our clock, in milliseconds since the epoch: one that is set back goes on as it went, since what is known of the server's was told by it. */
export function localNow(): number {
  const sinceBeginning = performance.now()
  ahead = Math.max(ahead, Date.now() - sinceBeginning)
  return Math.round(sinceBeginning + ahead)
}

/** How far the server's clock can be ahead of ours, in milliseconds, as the answers so far allow. */
let bounds = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }

/**
 * Narrows the offset by one answer: its `Date`, which is cut to the second, was read between our sending and our receiving, both by
 * `localNow`. Where no answer has one, our clock is taken at its word, as it is set now.
 * Bounds that no longer overlap mean that a clock was set: the newest answer wins.
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

/** Milliseconds to add to our clock; 0 while our clock agrees with every answer. */
export function serverOffset(): number {
  if (bounds.from <= 0 && bounds.to >= 0) return 0
  return (bounds.from + bounds.to) / 2
}

/** The server's time, in milliseconds since the epoch: a wrong clock on this machine breaks no rule that compares times. */
export const serverNow = (): number => localNow() + serverOffset()

/** Forgets what was learnt, as on a fresh page. */
export const resetServerClock = (): void => {
  bounds = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }
  ahead = Number.NEGATIVE_INFINITY
}
