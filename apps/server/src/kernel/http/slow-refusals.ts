import type { FastifyInstance } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { addressKey } from './address-key.ts'

/** Refusals for asking too much that an address gets at once in any ten seconds. */
const AT_ONCE = 20
const SECONDS = 10
/** How long each further one takes, and how many may stand at the same time: one more is answered at once. */
const HOLD_MS = 1_000
const MOST_HELD = 1_000

/**
 * Lets whoever asks again as soon as it was refused wait for its further refusals: asked by the hundred a second, they would take the time
 * in which others are answered.
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
