import type { FastifyInstance } from 'fastify'
import { isApiRequest } from '../security.ts'
import { createTurnQueue } from './turn-queue.ts'

/** Maximum number of requests of one user that are handled at the same time; further requests wait. A page of the panel sends fewer. */
export const MAX_CONCURRENT_USER_REQUESTS = 8

/** Limits how many API requests of one user are handled at the same time, so that one user's requests do not delay those of others. */
export function limitUserRequests(http: FastifyInstance): void {
  const waitForTurn = createTurnQueue({ maxConcurrent: MAX_CONCURRENT_USER_REQUESTS })
  http.addHook('preHandler', async (request, reply) => {
    const { identity } = request
    if (!isApiRequest(request) || !identity || request.routeOptions.config.isStreamed) return
    await waitForTurn(`${identity.tenantId}/${identity.userId}`, reply)
  })
}
