import { LRUCache } from 'lru-cache'
import type { Deps } from '../../../../platform/deps.ts'
import { errors } from '../../../../platform/errors.ts'
import { getIpLimitKey } from '../../../../platform/http/client-address/ip-limit-key.ts'
import { consumeRateLimit } from '../../../../platform/http/limits/consume-rate-limit.ts'
import { createMemoryRateLimiter } from '../../../../platform/processes/cluster.ts'
import { type ChannelAppRow, findAppByKey } from './channel-apps.ts'

/** Number of keys that one IP address may look up in ten seconds, besides those that exist and were looked up in the last hour. */
const LOOKUP_LIMIT = { name: 'webhook-keys', points: 60, seconds: 10 }
const KNOWN_KEY_TTL_MS = 3_600_000

/**
 * Returns a function that finds the app of a webhook URL. A request is looked up before its signature can be checked, so anybody can cause
 * lookups: they are limited for each IP address. Keys that exist are not counted, because apps of many organisations share Meta's addresses.
 */
export function createWebhookAppFinder({ db }: Pick<Deps, 'db'>): (key: string, ip: string) => Promise<ChannelAppRow> {
  const lookups = createMemoryRateLimiter(LOOKUP_LIMIT)
  const known = new LRUCache<string, true>({ max: 10_000, ttl: KNOWN_KEY_TTL_MS })
  /** @throws 404 for an unknown key, 429 above the limit */
  return async (key, ip) => {
    if (!known.has(key)) await consumeRateLimit(lookups, getIpLimitKey(ip))
    const app = await db.system((tx) => findAppByKey(tx, key))
    if (!app) {
      known.delete(key)
      throw errors.notFound()
    }
    known.set(key, true)
    return app
  }
}
