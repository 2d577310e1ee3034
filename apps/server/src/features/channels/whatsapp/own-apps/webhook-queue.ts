import { createKeyedQueues } from '../../../../platform/concurrency/keyed-queues.ts'
import { errors } from '../../../../platform/errors.ts'

/** Maximum number of webhooks of one organisation's own Meta apps that are stored at the same time. */
export const MAX_RUNNING_WEBHOOKS = 2
/** Maximum number of webhooks of one organisation's own Meta apps that wait to be stored. */
export const MAX_WAITING_WEBHOOKS = 20
const RETRY_SECONDS = 5

/**
 * Returns a function that stores a webhook of an organisation's own Meta app when its turn comes. The organisation signs these webhooks
 * itself: without a queue, it could send any number of them and occupy all database connections.
 */
export function createWebhookQueue(): <T>(tenantId: string, store: () => Promise<T>) => Promise<T> {
  const getQueue = createKeyedQueues(MAX_RUNNING_WEBHOOKS)
  /**
   * Runs `store` when fewer than MAX_RUNNING_WEBHOOKS webhooks of the tenant are running.
   * @throws 429 if too many webhooks are waiting: Meta sends a refused webhook again
   */
  return async (tenantId, store) => {
    const queue = getQueue(tenantId)
    if (queue.size >= MAX_WAITING_WEBHOOKS) throw errors.rateLimited(RETRY_SECONDS)
    return queue.add(store)
  }
}
