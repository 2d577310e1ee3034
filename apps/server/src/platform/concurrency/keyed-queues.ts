import PQueue from 'p-queue'

/**
 * Returns a function that returns the task queue of a key. A queue is created at its first use and discarded when it has no tasks.
 * `concurrency`: maximum number of running tasks in each queue.
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
