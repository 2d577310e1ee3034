import { RateLimiterQueue } from 'rate-limiter-flexible'
import type { Cluster } from '../../../kernel/cluster.ts'

/** What Meta takes from one number. */
export const MESSAGES_PER_SECOND = 80
const WAITING_MAX = 10_000

/** Lets each number's messages through at Meta's pace, whichever process sends them. */
export function createPace({ limiter }: Pick<Cluster, 'limiter'>): { takeTurn(number: string): Promise<void> } {
  const queue = new RateLimiterQueue(limiter({ name: 'whatsapp-number', points: MESSAGES_PER_SECOND, seconds: 1 }), {
    maxQueueSize: WAITING_MAX,
  })
  return {
    takeTurn: async (number) => {
      await queue.removeTokens(1, number)
    },
  }
}
