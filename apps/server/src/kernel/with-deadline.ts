/** Thrown when an outbound wait did not end before its deadline. */
export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed'
}

/**
 * Runs work that waits for another machine, and settles by the deadline at the latest, whatever the other side does: the work is raced, and not
 * merely told to stop. Its signal is aborted when it is given up, so that what it opened is closed.
 * @throws DeadlinePassed after `ms`; the reason of `outer` as soon as that is aborted
 */
export async function withDeadline<T>(ms: number, work: (signal: AbortSignal) => Promise<T>, outer?: AbortSignal): Promise<T> {
  outer?.throwIfAborted()
  const over = new AbortController()
  const aborted = Promise.withResolvers<never>()
  over.signal.addEventListener('abort', () => aborted.reject(over.signal.reason as Error), { once: true })
  const timer = setTimeout(() => over.abort(new DeadlinePassed(`Not over after ${ms} ms`)), ms)
  const stop = () => over.abort(outer?.reason)
  outer?.addEventListener('abort', stop, { once: true })
  aborted.promise.catch(() => undefined)
  try {
    return await Promise.race([work(over.signal), aborted.promise])
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', stop)
  }
}

/** Time without progress, and the slowest pace at which bytes may come. */
export interface Pace {
  readonly graceMs: number
  readonly bytesPerSecond: number
}

/**
 * Passes chunks on, and gives up a sender that stalls or trickles. Only the time that the sender is waited for counts: a slow reader costs nothing.
 * The caller closes the sender.
 * @throws DeadlinePassed when the sender has been waited for longer than the grace and its bytes at the slowest pace
 */
export async function* atPace<T extends Uint8Array>(
  chunks: AsyncIterable<T>,
  { graceMs, bytesPerSecond }: Pace,
): AsyncGenerator<T> {
  const iterator = chunks[Symbol.asyncIterator]()
  let leftMs = graceMs
  for (;;) {
    const from = performance.now()
    const next = await withDeadline(leftMs, () => iterator.next())
    if (next.done) return
    leftMs = Math.min(graceMs, leftMs - (performance.now() - from) + (next.value.length / bytesPerSecond) * 1_000)
    yield next.value
  }
}
