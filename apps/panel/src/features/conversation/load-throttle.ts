import { LIST_LOAD_THROTTLE_MS } from '@prosa/contract/constants'

/**
 * At most one load per key in 2 s: a load that comes earlier waits its turn and is shared by all who ask meanwhile, so it is
 * held back and never dropped (gap G38).
 */
export const createLoadThrottle = (now: () => number = Date.now) => {
  const startedAt = new Map<string, number>()
  const held = new Map<string, Promise<void>>()

  return (key: string): Promise<void> => {
    const waiting = held.get(key)
    if (waiting) return waiting
    const rest = (startedAt.get(key) ?? Number.NEGATIVE_INFINITY) + LIST_LOAD_THROTTLE_MS - now()
    if (rest <= 0) {
      startedAt.set(key, now())
      return Promise.resolve()
    }
    const turn = new Promise<void>((resolve) => setTimeout(resolve, rest)).then(() => {
      held.delete(key)
      startedAt.set(key, now())
    })
    held.set(key, turn)
    return turn
  }
}
