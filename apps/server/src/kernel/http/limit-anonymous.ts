import type { FastifyInstance } from 'fastify'
import { memoryLimiter } from '../cluster.ts'
import type { Config } from '../config.ts'
import { addressKey } from './address-key.ts'
import { isApi } from './security.ts'
import { takeOne } from './take-one.ts'

const SECONDS = 10

/**
 * Limits calls without a session by address, before anything is done for them (decision 131). Counted by each process for itself: it is its
 * time that a flood takes. Pages, health checks and Meta's signed webhooks are no calls of the API and are not counted.
 */
export function limitAnonymous(http: FastifyInstance, config: Pick<Config, 'anonymousCallsPerAddress'>): void {
  const calls = memoryLimiter({ name: 'anonymous', points: config.anonymousCallsPerAddress, seconds: SECONDS })
  http.addHook('onRequest', async (request) => {
    if (isApi(request) && !request.identity) await takeOne(calls, addressKey(request.ip))
  })
}
