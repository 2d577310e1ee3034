/** Thrown if another machine did not respond before a deadline. */
export class DeadlineExceededError extends Error {
  override readonly name = 'DeadlinePassed'
}

/**
 * Runs work that waits for another machine, and settles by the deadline at the latest, even if the work ignores its signal. Aborts the
 * signal at the deadline, so that the work closes what it opened.
 * @throws DeadlinePassed after `ms` milliseconds; the reason of `outer` as soon as that is aborted
 */
export async function withDeadline<T>(ms: number, work: (signal: AbortSignal) => Promise<T>, outer?: AbortSignal): Promise<T> {
  outer?.throwIfAborted()
  const over = new AbortController()
  const aborted = Promise.withResolvers<never>()
  over.signal.addEventListener('abort', () => aborted.reject(over.signal.reason as Error), { once: true })
  const timer = setTimeout(() => over.abort(new DeadlineExceededError(`Not over after ${ms} ms`)), ms)
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

/** Limits of a transfer: maximum milliseconds without progress (`graceMs`), and minimum bytes per second. */
export interface TransferRateLimit {
  readonly graceMs: number
  readonly bytesPerSecond: number
}

/**
 * Yields chunks, and fails if their sender stalls or is too slow. Counts only the time spent waiting for the sender, so a slow consumer has
 * no effect. The caller closes the sender.
 * @throws DeadlinePassed if the sender took longer than the grace time plus the time of its bytes at the minimum speed
 */
export async function* enforceTransferRate<T extends Uint8Array>(
  chunks: AsyncIterable<T>,
  { graceMs, bytesPerSecond }: TransferRateLimit,
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
