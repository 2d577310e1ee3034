import PQueue from 'p-queue'

/**
 * Returns a function that returns the task queue of a key. Each queue runs at most `concurrency` tasks at the same time. A queue exists
 * only while it has tasks.
 */
export function createKeyedQueues(concurrency: number): (key: string) => PQueue {
  const queues = new Map<string, PQueue>()
  return (key) => {
    const existing = queues.get(key)
    if (existing) return existing
    const queue = new PQueue({ concurrency })
    queue.addEventListener('idle', () => queues.delete(key))
    queues.set(key, queue)
    return queue
  }
}
