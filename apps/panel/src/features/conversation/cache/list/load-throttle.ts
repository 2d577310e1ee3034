import { LIST_LOAD_THROTTLE_MS } from '@prosa/contract/constants'

/**
 * Creates a throttle: at most one load per key in 2 s. A load that comes too early is delayed, never dropped (gap G38). A load aborted
 * before its start sends no request and delays no other.
 */
export const createLoadThrottle = () => {
  const begunAt = new Map<string, number>()
  const restOf = (key: string) => (begunAt.get(key) ?? Number.NEGATIVE_INFINITY) + LIST_LOAD_THROTTLE_MS - performance.now()

  /** Resolves when the load may start. @throws the signal's reason if it is aborted meanwhile */
  return async (key: string, signal: AbortSignal): Promise<void> => {
    do {
      const rest = restOf(key)
      await (rest > 0 ? new Promise((resolve) => setTimeout(resolve, rest)) : null)
      signal.throwIfAborted()
    } while (restOf(key) > 0)
    begunAt.set(key, performance.now())
  }
}
