import { finished } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { errors } from '../../errors.ts'
import { getIpLimitKey } from '../client-address/ip-limit-key.ts'

/**
 * Maximum number of requests in progress from one IP address. Each web chat visitor has one (an event stream), and hundreds of visitors may
 * share one address.
 */
export const MAX_UNANSWERED_REQUESTS = 500
const RETRY_SECONDS = 2

/**
 * Returns 429 and closes the connection if an IP address already has `limit` requests in progress. Responses have no timeout, so a client
 * that does not read them could otherwise occupy any number of connections and buffers.
 */
export function limitUnansweredRequests(http: FastifyInstance, limit: number): void {
  const unansweredCounts = new Map<string, number>()
  const addToCount = (address: string, difference: 1 | -1): void => {
    const count = (unansweredCounts.get(address) ?? 0) + difference
    if (count === 0) unansweredCounts.delete(address)
    else unansweredCounts.set(address, count)
  }
  http.addHook('onRequest', async (request, reply) => {
    const address = getIpLimitKey(request.ip)
    if ((unansweredCounts.get(address) ?? 0) >= limit) {
      reply.header('connection', 'close')
      throw errors.rateLimited(RETRY_SECONDS)
    }
    addToCount(address, 1)
    finished(reply.raw, () => addToCount(address, -1))
  })
}
