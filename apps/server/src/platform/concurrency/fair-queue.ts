import PQueue from 'p-queue'
import { createKeyedQueues } from './keyed-queues.ts'

/** Queue of tasks of several organisations, in which each organisation has at most one task waiting for a place. */
export interface FairQueue {
  /**
   * Runs a task when its turn comes. Tasks of one key run one after the other; those without a key only wait for a free place.
   * @throws what the task throws; the signal's reason if it is aborted before the task ends
   */
  add<Result>(key: string | undefined, task: () => Promise<Result>, options?: { signal?: AbortSignal }): Promise<Result>
  /** Returns whether no task runs. */
  isIdle(): boolean
}

/** Creates a queue that runs at most `concurrency` tasks at the same time, and at most one of each key. */
export function createFairQueue(concurrency: number): FairQueue {
  const all = new PQueue({ concurrency })
  const queueOf = createKeyedQueues(1)
  return {
    isIdle: () => all.pending === 0,
    add: async (key, task, options = {}) => {
      const inTurn = () => all.add(task, options)
      if (key === undefined) return inTurn()
      return queueOf(key).add(inTurn, options)
    },
  }
}
