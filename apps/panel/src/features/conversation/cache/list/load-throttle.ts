import { LIST_LOAD_THROTTLE_MS } from '@prosa/contract/constants'

/**
 * Creates a throttle that allows one request per key every 2 s. An earlier request waits, but is never dropped (gap G38). A request that is
 * aborted while it waits does not delay others.
 */
export const createLoadThrottle = () => {
  const startedAt = new Map<string, number>()
  const getRemainingMs = (key: string) =>
    (startedAt.get(key) ?? Number.NEGATIVE_INFINITY) + LIST_LOAD_THROTTLE_MS - performance.now()

  /** Resolves when the request for `key` may be sent. @throws the signal's reason if aborted before */
  return async (key: string, signal: AbortSignal): Promise<void> => {
    do {
      const remainingMs = getRemainingMs(key)
      await (remainingMs > 0 ? new Promise((resolve) => setTimeout(resolve, remainingMs)) : null)
      signal.throwIfAborted()
    } while (getRemainingMs(key) > 0)
    startedAt.set(key, performance.now())
  }
}
