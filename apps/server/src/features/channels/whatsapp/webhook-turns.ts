import PQueue from 'p-queue'
import { errors } from '../../../kernel/errors.ts'

/** Number of webhooks of one organisation's apps that are stored at the same time, and that wait for it. */
export const AT_ONCE = 2
export const WAITING_MOST = 20
const RETRY_SECONDS = 5

/**
 * Returns a function that stores a webhook of an organisation's own app when its turn comes. The organisation signs these webhooks itself: it
 * can send any number of them, each with a hundred messages, and would occupy the database's connections.
 */
export function createWebhookTurns(): <T>(tenantId: string, store: () => Promise<T>) => Promise<T> {
  const queues = new Map<string, PQueue>()
  /** @throws 429 if too many wait: Meta repeats a refused webhook */
  return async (tenantId, store) => {
    const queue = queues.get(tenantId) ?? new PQueue({ concurrency: AT_ONCE })
    if (queue.size >= WAITING_MOST) throw errors.rateLimited(RETRY_SECONDS)
    queues.set(tenantId, queue)
    try {
      return await queue.add(store)
    } finally {
      void queue.onIdle().then(() => {
        if (queue.size === 0 && queue.pending === 0) queues.delete(tenantId)
      })
    }
  }
}
