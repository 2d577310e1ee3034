import { LRUCache } from 'lru-cache'
import type { Deps } from '../../../../platform/deps.ts'
import { errors } from '../../../../platform/errors.ts'
import { getIpLimitKey } from '../../../../platform/http/client-address/ip-limit-key.ts'
import { consumeRateLimit } from '../../../../platform/http/limits/consume-rate-limit.ts'
import { createMemoryRateLimiter } from '../../../../platform/processes/cluster.ts'
import { type ChannelAppRow, findAppByKey } from './channel-apps.ts'

/**
 * Number of unknown webhook-URL keys that one IP address may look up in ten seconds. Keys that were found within the last hour do not
 * count.
 */
const LOOKUP_LIMIT = { name: 'webhook-keys', points: 60, seconds: 10 }
const KNOWN_KEY_TTL_MS = 3_600_000

/**
 * Returns a function that finds the Meta app of a webhook URL. The lookup precedes the check of the signature, so anyone can cause
 * lookups; they are limited per IP address. Existing keys do not count towards the limit, because the apps of many organisations receive
 * webhooks from the same addresses of Meta.
 */
export function createWebhookAppFinder({ db }: Pick<Deps, 'db'>): (key: string, ip: string) => Promise<ChannelAppRow> {
  const lookupLimiter = createMemoryRateLimiter(LOOKUP_LIMIT)
  const recentKeys = new LRUCache<string, true>({ max: 10_000, ttl: KNOWN_KEY_TTL_MS })
  /** Returns the app with this key. `ip`: IP address of the request. @throws 404 for an unknown key, 429 above the limit */
  return async (key, ip) => {
    if (!recentKeys.has(key)) await consumeRateLimit(lookupLimiter, getIpLimitKey(ip))
    const app = await db.system((tx) => findAppByKey(tx, key))
    if (!app) {
      recentKeys.delete(key)
      throw errors.notFound()
    }
    recentKeys.set(key, true)
    return app
  }
}
