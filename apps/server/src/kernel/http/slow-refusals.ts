import type { FastifyInstance } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { addressKey } from './address-key.ts'

/** Number of 429 responses per IP address in ten seconds that are sent without delay. */
const AT_ONCE = 20
const SECONDS = 10
/** Delay in milliseconds of each further one, and the maximum number of delayed responses; above it, responses are not delayed. */
const HOLD_MS = 1_000
const MOST_HELD = 1_000

/**
 * Delays further 429 responses to clients that retry immediately, so that they cannot occupy the server with hundreds of requests per
 * second.
 */
export function slowRefusals(http: FastifyInstance): void {
  const refused = new RateLimiterMemory({ points: AT_ONCE, duration: SECONDS })
  let held = 0
  http.addHook('onSend', async (request, reply) => {
    if (reply.statusCode !== 429) return
    const { consumedPoints } = await refused.penalty(addressKey(request.ip))
    if (consumedPoints <= AT_ONCE || held >= MOST_HELD) return
    held += 1
    await new Promise((resolve) => setTimeout(resolve, HOLD_MS))
    held -= 1
  })
}
