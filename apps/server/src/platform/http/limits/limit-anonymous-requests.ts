import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config/config.ts'
import { createMemoryRateLimiter } from '../../processes/cluster.ts'
import { getIpLimitKey } from '../client-address/ip-limit-key.ts'
import { isApiRequest } from '../security.ts'
import { consumeRateLimit } from './consume-rate-limit.ts'
import { createTurnQueue } from './turn-queue.ts'

const WINDOW_SECONDS = 10
/** Maximum number of requests of one IP address that are handled at the same time; further requests wait. */
const MAX_CONCURRENT_REQUESTS = 4
/** Minimum milliseconds for which a request makes others wait. One IP address thus gets at most 100 responses per second. */
const MIN_TURN_MS = 40

/**
 * Limits the rate and the concurrency of API requests without a session, for each IP address (decision 131). Each process counts
 * separately, because the limit protects its CPU time.
 */
export function limitAnonymousRequests(http: FastifyInstance, config: Pick<Config, 'anonymousCallsPerAddress'>): void {
  const calls = createMemoryRateLimiter({ name: 'anonymous', points: config.anonymousCallsPerAddress, seconds: WINDOW_SECONDS })
  const waitForTurn = createTurnQueue({ maxConcurrent: MAX_CONCURRENT_REQUESTS, minTurnMs: MIN_TURN_MS })
  http.addHook('onRequest', async (request) => {
    if (isApiRequest(request) && !request.identity) await consumeRateLimit(calls, getIpLimitKey(request.ip))
  })
  // The body has already arrived here, unless it is streamed, so a slow sender does not block others with the same IP address.
  http.addHook('preHandler', async (request, reply) => {
    if (!isApiRequest(request) || request.identity || request.routeOptions.config.isStreamed) return
    await waitForTurn(getIpLimitKey(request.ip), reply)
  })
}
