import type { FastifyInstance } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { getIpLimitKey } from '../client-address/ip-limit-key.ts'

/** Number of 429 responses to one IP address in WINDOW_SECONDS that are sent without delay. */
const MAX_UNDELAYED_RESPONSES = 5
const WINDOW_SECONDS = 10
/** Milliseconds by which each further 429 response is delayed. */
const DELAY_MS = 1_000
/** Maximum number of responses that are delayed at the same time; further ones are sent immediately. */
const MAX_DELAYED_RESPONSES = 1_000

/** Delays repeated 429 responses to one IP address, because clients that retry immediately would occupy the server. */
export function tarpitRejected(http: FastifyInstance): void {
  const rejectionCounter = new RateLimiterMemory({ points: MAX_UNDELAYED_RESPONSES, duration: WINDOW_SECONDS })
  let delayedCount = 0
  http.addHook('onSend', async (request, reply) => {
    if (reply.statusCode !== 429) return
    const { consumedPoints } = await rejectionCounter.penalty(getIpLimitKey(request.ip))
    if (consumedPoints <= MAX_UNDELAYED_RESPONSES || delayedCount >= MAX_DELAYED_RESPONSES) return
    delayedCount += 1
    await new Promise((resolve) => setTimeout(resolve, DELAY_MS))
    delayedCount -= 1
  })
}
