import PQueue from 'p-queue'
import { createKeyedQueues } from './keyed-queues.ts'

/** Task queue in which each organisation has at most one task waiting for a free slot, so that no organisation can fill the queue. */
export interface FairQueue {
  /**
   * Runs a task when a slot is free. Tasks with the same `key` (organisation) run one after the other.
   * @throws the error of the task; the signal's reason if the signal is aborted before the task ends
   */
  add<Result>(key: string | undefined, task: () => Promise<Result>, options?: { signal?: AbortSignal }): Promise<Result>
  isIdle(): boolean
}

/** Creates a queue that runs at most `concurrency` tasks at the same time, and at most one of each key. */
export function createFairQueue(concurrency: number): FairQueue {
  const queue = new PQueue({ concurrency })
  const getKeyQueue = createKeyedQueues(1)
  return {
    isIdle: () => queue.pending === 0,
    add: async (key, task, options = {}) => {
      const addToQueue = () => queue.add(task, options)
      if (key === undefined) return addToQueue()
      return getKeyQueue(key).add(addToQueue, options)
    },
  }
}
