import { LRUCache } from 'lru-cache'

/** Remembers what has been used up. */
export interface OneTime {
  /** True the first time, false for the same key within its life. */
  take(key: string, lifeMs: number): Promise<boolean>
}

/** For one process. */
export function createOneTime(): OneTime {
  const used = new LRUCache<string, true>({ max: 100_000, ttl: 60_000 })
  return {
    take: async (key, lifeMs) => {
      if (used.has(key)) return false
      used.set(key, true, { ttl: lifeMs })
      return true
    },
  }
}
