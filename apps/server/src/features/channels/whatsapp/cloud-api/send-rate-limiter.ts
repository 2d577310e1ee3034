import { RateLimiterQueue } from 'rate-limiter-flexible'
import type { Cluster } from '../../../../platform/processes/cluster.ts'
import type { NumberRow } from '../numbers/numbers.ts'

/** Meta's rate limits for a number: used with the phone's app too, or API only without another limit from Meta. */
export const MESSAGES_PER_SECOND = { coexistence: 20, usual: 80 } as const
const MAX_QUEUED_MESSAGES = 10_000

type RateLimitedNumber = Pick<NumberRow, 'phoneNumberId' | 'mode' | 'throughput'>

/** Returns the number's rate limit in messages per second (WIRE-20). */
const getRateLimit = ({ mode, throughput }: RateLimitedNumber): number =>
  mode === 'coexistence' ? MESSAGES_PER_SECOND.coexistence : (throughput ?? MESSAGES_PER_SECOND.usual)

/** Creates a rate limiter for the messages of each number, shared by all processes. */
export function createSendRateLimiter({ limiter }: Pick<Cluster, 'limiter'>): {
  takeTurn(number: RateLimitedNumber): Promise<void>
} {
  const queues = new Map<number, RateLimiterQueue>()
  const queueFor = (points: number): RateLimiterQueue => {
    const known = queues.get(points)
    if (known) return known
    const made = new RateLimiterQueue(limiter({ name: `whatsapp-number-${points}`, points, seconds: 1 }), {
      maxQueueSize: MAX_QUEUED_MESSAGES,
    })
    queues.set(points, made)
    return made
  }
  return {
    takeTurn: async (number) => {
      await queueFor(getRateLimit(number)).removeTokens(1, number.phoneNumberId)
    },
  }
}
