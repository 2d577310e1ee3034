import PQueue from 'p-queue'

/** Queue of tasks of several organisations, in which each organisation has at most one task waiting for a place. */
export interface FairQueue {
  /**
   * Runs a task when its turn comes. Tasks of one key run one after the other; those without a key are not held to that.
   * @throws what the task throws; the signal's reason if it is aborted before the task ends
   */
  add<Result>(key: string | undefined, task: () => Promise<Result>, options?: { signal?: AbortSignal }): Promise<Result>
  /** Whether no task runs. */
  isIdle(): boolean
}

/** Creates a queue that runs so many tasks at the same time, one of each key at most. */
export function createFairQueue(concurrency: number): FairQueue {
  const all = new PQueue({ concurrency })
  const queues = new Map<string, PQueue>()
  return {
    isIdle: () => all.pending === 0,
    add: async (key, task, options = {}) => {
      const inTurn = () => all.add(task, options)
      if (key === undefined) return inTurn()
      const own = queues.get(key) ?? new PQueue({ concurrency: 1 })
      queues.set(key, own)
      try {
        return await own.add(inTurn, options)
      } finally {
        void own.onIdle().then(() => {
          if (own.size === 0 && own.pending === 0) queues.delete(key)
        })
      }
    },
  }
}
