import { LRUCache } from 'lru-cache'
import { type RateLimiterAbstract, RateLimiterMemory } from 'rate-limiter-flexible'

/** A rate limit of `points` in `seconds`. `name` identifies the limit in shared storage. */
export interface RateLimit {
  name: string
  points: number
  seconds: number
  /** Seconds for which a key stays refused after exceeding the limit; by default the rest of the period. */
  blockSeconds?: number
}
export type RateLimiter = RateLimiterAbstract

/** Store for keys that may be used only once. */
export interface OneTimeKeyStore {
  /** Consumes a key. Returns true for the first use, and false for further uses within `lifeMs` milliseconds. */
  take(key: string, lifeMs: number): Promise<boolean>
}

/** State that all processes of one installation share: in memory for a single process, in Redis for several processes. */
export interface Cluster {
  /** Returns a rate limiter whose counters are shared by all processes. */
  limiter(limit: RateLimit): RateLimiter
  /** Returns a store in which each key can be used only once across all processes. */
  oneTime(name: string): OneTimeKeyStore
  /** Returns the number of received events that this server version does not know, by name. */
  unknownEvents(): Readonly<Record<string, number>>
  /** 'apart': the processes are disconnected, so events are lost and each process counts rate limits separately. */
  state(): 'whole' | 'apart'
  close(): Promise<void>
}

export const createMemoryRateLimiter = ({ name, points, seconds, blockSeconds = 0 }: RateLimit): RateLimiterMemory =>
  new RateLimiterMemory({ keyPrefix: name, points, duration: seconds, blockDuration: blockSeconds })

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

/** Creates the shared state of an installation with only one process. */
export const createSingleProcessCluster = (): Cluster => ({
  limiter: createMemoryRateLimiter,
  oneTime: createMemoryOneTimeKeyStore,
  unknownEvents: () => ({}),
  state: () => 'whole',
  close: async () => {},
})
