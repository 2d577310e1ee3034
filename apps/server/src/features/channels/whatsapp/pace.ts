import { RateLimiterQueue } from 'rate-limiter-flexible'
import type { Cluster } from '../../../kernel/cluster.ts'
import type { NumberRow } from './numbers.ts'

/** Meta's rate limits for a number: used with the phone's app too, or API only without another limit from Meta. */
export const MESSAGES_PER_SECOND = { coexistence: 20, usual: 80 } as const
const WAITING_MAX = 10_000

type Paced = Pick<NumberRow, 'phoneNumberId' | 'mode' | 'throughput'>

/** Returns the number's rate limit in messages per second (WIRE-20). */
const paceOf = ({ mode, throughput }: Paced): number =>
  mode === 'coexistence' ? MESSAGES_PER_SECOND.coexistence : (throughput ?? MESSAGES_PER_SECOND.usual)

/** Creates a rate limiter for the messages of each number, shared by all processes. */
export function createPace({ limiter }: Pick<Cluster, 'limiter'>): { takeTurn(number: Paced): Promise<void> } {
  const queues = new Map<number, RateLimiterQueue>()
  const queueFor = (points: number): RateLimiterQueue => {
    const known = queues.get(points)
    if (known) return known
    const made = new RateLimiterQueue(limiter({ name: `whatsapp-number-${points}`, points, seconds: 1 }), {
      maxQueueSize: WAITING_MAX,
    })
    queues.set(points, made)
    return made
  }
  return {
    takeTurn: async (number) => {
      await queueFor(paceOf(number)).removeTokens(1, number.phoneNumberId)
    },
  }
}
