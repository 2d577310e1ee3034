import { RateLimiterMemory, RateLimiterQueue } from 'rate-limiter-flexible'

/** What Meta takes from one number. */
export const MESSAGES_PER_SECOND = 80
const WAITING_MAX = 10_000

/** Lets each number's messages through at Meta's pace, in this process. */
export function createPace(): { takeTurn(number: string): Promise<void> } {
  const limiter = new RateLimiterMemory({ points: MESSAGES_PER_SECOND, duration: 1 })
  const queue = new RateLimiterQueue(limiter, { maxQueueSize: WAITING_MAX })
  return {
    takeTurn: async (number) => {
      await queue.removeTokens(1, number)
    },
  }
}
