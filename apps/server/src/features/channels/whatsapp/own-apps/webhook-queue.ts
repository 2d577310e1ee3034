import { createKeyedQueues } from '../../../../platform/concurrency/keyed-queues.ts'
import { errors } from '../../../../platform/errors.ts'

/** Maximum number of webhooks of one organisation that are stored at the same time. */
export const MAX_RUNNING_WEBHOOKS = 2
/** Maximum number of webhooks of one organisation that wait to be stored. */
export const MAX_WAITING_WEBHOOKS = 20
const RETRY_SECONDS = 5

/**
 * Returns a function that stores webhooks of an organisation's own Meta app, a few at a time. The organisation knows the signing secret, so
 * it could otherwise send any number of webhooks and occupy all database connections.
 */
export function createWebhookQueue(): <T>(tenantId: string, store: () => Promise<T>) => Promise<T> {
  const getQueue = createKeyedQueues(MAX_RUNNING_WEBHOOKS)
  /**
   * Runs `store` as soon as fewer than MAX_RUNNING_WEBHOOKS webhooks of the organisation are running.
   * @throws 429 if too many webhooks are waiting; Meta then sends the webhook again
   */
  return async (tenantId, store) => {
    const queue = getQueue(tenantId)
    if (queue.size >= MAX_WAITING_WEBHOOKS) throw errors.rateLimited(RETRY_SECONDS)
    return queue.add(store)
  }
}
