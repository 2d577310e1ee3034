import { LIST_LOAD_THROTTLE_MS } from '@prosa/contract/constants'

/**
 * At most one load per key in 2 s: one that comes earlier is held back and never dropped (gap G38). A load that was called off before
 * its turn has asked for nothing, and holds nobody back.
 */
export const createLoadThrottle = () => {
  const begunAt = new Map<string, number>()
  const restOf = (key: string) => (begunAt.get(key) ?? Number.NEGATIVE_INFINITY) + LIST_LOAD_THROTTLE_MS - performance.now()

  /** @throws the signal's reason when it was aborted meanwhile */
  return async (key: string, signal: AbortSignal): Promise<void> => {
    do {
      const rest = restOf(key)
      await (rest > 0 ? new Promise((resolve) => setTimeout(resolve, rest)) : null)
      signal.throwIfAborted()
    } while (restOf(key) > 0)
    begunAt.set(key, performance.now())
  }
}
