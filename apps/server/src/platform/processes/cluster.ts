import { LRUCache } from 'lru-cache'
import { type RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible'

/** A limit of `points` in any period of `seconds`; `name` identifies the limit. */
export interface RateLimit {
  name: string
  points: number
  seconds: number
}
export type RateLimiter = RateLimiterAbstract

/** Store of keys that may be used once. */
export interface OneTimeKeyStore {
  /** Returns true for the first use of a key, false for further ones within `lifeMs` milliseconds. */
  take(key: string, lifeMs: number): Promise<boolean>
}

/**
 * State shared by the processes of one installation: in memory for a single process, in Redis for several. Features do not know which. It
 * also carries domain events between the processes.
 */
export interface Cluster {
  /** Returns a limit that all processes share. */
  limiter(limit: RateLimit): RateLimiter
  /** Returns a store in which each key can be used once across all processes. */
  oneTime(name: string): OneTimeKeyStore
  /** Returns how many events unknown to this version were received, by name. */
  unknownEvents(): Readonly<Record<string, number>>
  /** 'apart': the processes are disconnected, so events are lost and limits are counted per process. */
  state(): 'whole' | 'apart'
  close(): Promise<void>
}

export const createMemoryRateLimiter = ({ name, points, seconds }: RateLimit): RateLimiterMemory =>
  new RateLimiterMemory({ keyPrefix: name, points, duration: seconds })

export function createMemoryOneTimeKeyStore(): OneTimeKeyStore {
  const used = new LRUCache<string, true>({ max: 100_000, ttl: 60_000 })
  return {
    take: async (key, lifeMs) => {
      if (used.has(key)) return false
      used.set(key, true, { ttl: lifeMs })
      return true
    },
  }
}

/** Creates the cluster of a single process. */
export const createSingleProcessCluster = (): Cluster => ({
  limiter: createMemoryRateLimiter,
  oneTime: createMemoryOneTimeKeyStore,
  unknownEvents: () => ({}),
  state: () => 'whole',
  close: async () => {},
})
