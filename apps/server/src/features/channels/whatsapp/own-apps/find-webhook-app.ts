import { LRUCache } from 'lru-cache'
import type { Deps } from '../../../../platform/deps.ts'
import { errors } from '../../../../platform/errors.ts'
import { getIpLimitKey } from '../../../../platform/http/client-address/ip-limit-key.ts'
import { consumeRateLimit } from '../../../../platform/http/limits/consume-rate-limit.ts'
import { createMemoryRateLimiter } from '../../../../platform/processes/cluster.ts'
import { type ChannelAppRow, findAppByKey } from './channel-apps.ts'

/** Maximum number of unknown webhook URL keys that one IP address may look up in ten seconds. */
const LOOKUP_LIMIT = { name: 'webhook-keys', points: 60, seconds: 10 }
const KNOWN_KEY_TTL_MS = 3_600_000

/**
 * Returns a function that finds the Meta app of a webhook URL. Anyone can send requests to it before the signature is checked, so lookups
 * are limited per IP address. Recently found keys do not count, because Meta sends the webhooks of all organisations from the same
 * addresses.
 */
export function createWebhookAppFinder({ db }: Pick<Deps, 'db'>): (key: string, ip: string) => Promise<ChannelAppRow> {
  const lookupLimiter = createMemoryRateLimiter(LOOKUP_LIMIT)
  const recentKeys = new LRUCache<string, true>({ max: 10_000, ttl: KNOWN_KEY_TTL_MS })
  /** Returns the app with this key. @throws 404 for an unknown key, 429 above the limit */
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
