import { LRUCache } from 'lru-cache'
import { type RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible'

/** `points` of something in any `seconds`; the name is the limit's own. */
export interface Limit {
  name: string
  points: number
  seconds: number
}
export type Limiter = RateLimiterAbstract

/** Remembers what has been used up. */
export interface OneTime {
  /** True the first time, false for the same key within its life. */
  take(key: string, lifeMs: number): Promise<boolean>
}

/**
 * What the processes of one installation have in common: in memory where there is one, in Redis where there are several. No feature
 * knows which. Domain events cross by it as well, from bus to bus.
 */
export interface Cluster {
  /** A count that all processes share. */
  limiter(limit: Limit): Limiter
  /** Each key once, whichever process is asked. */
  oneTime(name: string): OneTime
  /** How many events of another version this one does not know, by name. */
  unknownEvents(): Readonly<Record<string, number>>
  /** 'apart': the processes do not hear each other, and each counts for itself until they do. */
  state(): 'whole' | 'apart'
  close(): Promise<void>
}

export const memoryLimiter = ({ name, points, seconds }: Limit): RateLimiterMemory =>
  new RateLimiterMemory({ keyPrefix: name, points, duration: seconds })

export function memoryOneTime(): OneTime {
  const used = new LRUCache<string, true>({ max: 100_000, ttl: 60_000 })
  return {
    take: async (key, lifeMs) => {
      if (used.has(key)) return false
      used.set(key, true, { ttl: lifeMs })
      return true
    },
  }
}

/** One process alone. */
export const createClusterOfOne = (): Cluster => ({
  limiter: memoryLimiter,
  oneTime: memoryOneTime,
  unknownEvents: () => ({}),
  state: () => 'whole',
  close: async () => {},
})
