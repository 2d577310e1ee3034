import { finished } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { errors } from '../../errors.ts'
import { getIpLimitKey } from '../client-address/ip-limit-key.ts'

/**
 * Maximum number of unanswered requests of one IP address. An open web chat has one unanswered request (its event stream), so the limit
 * allows several hundred visitors behind one address.
 */
export const MAX_UNANSWERED_REQUESTS = 500
const RETRY_SECONDS = 2

/**
 * Returns 429 to an IP address with too many unanswered requests, and closes the connection. Responses have no timeout, so a client that
 * does not read them could otherwise occupy any number of connections, open files and buffers. `most`: maximum number.
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
