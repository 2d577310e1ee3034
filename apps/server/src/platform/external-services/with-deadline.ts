/** Error: another machine did not respond in time. */
export class DeadlineExceededError extends Error {
  override readonly name = 'DeadlinePassed'
}

/**
 * Runs `work`, which waits for another machine, for at most `ms` milliseconds. At the deadline, the signal is aborted so that `work` can
 * close its connections, and the result of `work` is no longer awaited.
 * @throws DeadlineExceededError at the deadline; the reason of `outerSignal` as soon as that is aborted
 */
export async function withDeadline<T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
  outerSignal?: AbortSignal,
): Promise<T> {
  outerSignal?.throwIfAborted()
  const deadlineAbort = new AbortController()
  const aborted = Promise.withResolvers<never>()
  deadlineAbort.signal.addEventListener('abort', () => aborted.reject(deadlineAbort.signal.reason as Error), { once: true })
  const timer = setTimeout(() => deadlineAbort.abort(new DeadlineExceededError(`Not over after ${ms} ms`)), ms)
  const abortFromOuter = () => deadlineAbort.abort(outerSignal?.reason)
  outerSignal?.addEventListener('abort', abortFromOuter, { once: true })
  aborted.promise.catch(() => undefined)
  try {
    return await Promise.race([work(deadlineAbort.signal), aborted.promise])
  } finally {
    clearTimeout(timer)
    outerSignal?.removeEventListener('abort', abortFromOuter)
  }
}

/** Minimum speed of a transfer. */
export interface TransferRateLimit {
  /** Milliseconds that the sender may take in addition to the time at minimum speed. */
  readonly graceMs: number
  readonly bytesPerSecond: number
}

/**
 * Yields the chunks of a transfer, and fails if the sender is too slow. Time that the consumer needs is not counted. The caller must close
 * the connection to the sender.
 * @throws DeadlineExceededError if the sender took longer than `graceMs` plus the time of its bytes at the minimum speed
 */
export async function* enforceTransferRate<T extends Uint8Array>(
  chunks: AsyncIterable<T>,
  { graceMs, bytesPerSecond }: TransferRateLimit,
): AsyncGenerator<T> {
  const iterator = chunks[Symbol.asyncIterator]()
  let remainingMs = graceMs
  for (;;) {
    const startedAtMs = performance.now()
    const next = await withDeadline(remainingMs, () => iterator.next())
    if (next.done) return
    remainingMs = Math.min(
      graceMs,
      remainingMs - (performance.now() - startedAtMs) + (next.value.length / bytesPerSecond) * 1_000,
    )
    yield next.value
  }
}
