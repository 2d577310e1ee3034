import { consumeRateLimit } from '../../../platform/http/limits/consume-rate-limit.ts'
import type { Cluster } from '../../../platform/processes/cluster.ts'

/** Maximum number of messages, including templates, that a user may send per minute (docs/operations.md, 'Limites'). */
const MAX_SENDS_PER_MINUTE = 30

/** Creates a function that counts a message sent by a user. The function throws 429 if the user exceeds the limit. */
export function createSendLimit({ limiter }: Pick<Cluster, 'limiter'>): (userId: string) => Promise<void> {
  const sendLimiter = limiter({ name: 'send', points: MAX_SENDS_PER_MINUTE, seconds: 60 })
  return (userId) => consumeRateLimit(sendLimiter, userId)
}
