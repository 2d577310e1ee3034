import { RateLimiterQueue } from 'rate-limiter-flexible'
import type { Cluster } from '../../../../platform/processes/cluster.ts'
import type { WhatsAppNumberRow } from '../numbers/numbers.ts'

/** Meta's default limits in messages per second. `coexistence`: for a number that is also used in the WhatsApp Business app on a phone. */
export const MESSAGES_PER_SECOND = { coexistence: 20, usual: 80 } as const
const MAX_QUEUED_MESSAGES = 10_000

type RateLimitedNumber = Pick<WhatsAppNumberRow, 'phoneNumberId' | 'mode' | 'throughput'>

/** Returns the limit of a WhatsApp number in messages per second (WIRE-20). */
const getRateLimit = ({ mode, throughput }: RateLimitedNumber): number =>
  mode === 'coexistence' ? MESSAGES_PER_SECOND.coexistence : (throughput ?? MESSAGES_PER_SECOND.usual)

/** Creates a rate limiter for the outgoing messages of each WhatsApp number. All server processes share the limits. */
export function createSendRateLimiter({ limiter }: Pick<Cluster, 'limiter'>): {
  acquireSlot(number: RateLimitedNumber): Promise<void>
} {
  const queues = new Map<number, RateLimiterQueue>()
  const getQueue = (points: number): RateLimiterQueue => {
    const existing = queues.get(points)
    if (existing) return existing
    const created = new RateLimiterQueue(limiter({ name: `whatsapp-number-${points}`, points, seconds: 1 }), {
      maxQueueSize: MAX_QUEUED_MESSAGES,
    })
    queues.set(points, created)
    return created
  }
  return {
    acquireSlot: async (number) => {
      await getQueue(getRateLimit(number)).removeTokens(1, number.phoneNumberId)
    },
  }
}
