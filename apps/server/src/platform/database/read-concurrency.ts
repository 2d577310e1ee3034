import PQueue from 'p-queue'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { createKeyedQueues } from '../concurrency/keyed-queues.ts'
import { errors } from '../errors.ts'

/** A user on whose behalf data is read. */
export interface Reader {
  tenantId: string
  userId: string
}

/** Maximum numbers of reads at the same time: of one user, of one organisation, and in total. */
export interface ReadConcurrency {
  perUser: number
  perTenant: number
  total: number
}

/** Milliseconds after which a waiting read is refused. Other transactions wait as long for a connection (server-database.ts). */
const MAX_WAIT_MS = 5_000
/** Maximum number of waiting reads of one user. */
const MAX_WAITING_READS = 100

/**
 * Milliseconds of reading time that a user may spend in ten seconds. Further reads of the user are delayed, so that they do not slow down
 * other users.
 */
const READ_BUDGET_MS = 2_000
const READ_BUDGET_WINDOW_SECONDS = 10
/** Pause after a read of a user without reading time left, as a multiple of the read's duration. At most MAX_PAUSE_MS. */
const PAUSE_FACTOR = 4
const MAX_PAUSE_MS = 1_000

/** Runs the read `work` when a slot is free. @throws 429 if the user has too many reads in progress, 503 if others have */
export type RunLimitedRead = <T>(reader: Reader, work: () => Promise<T>) => Promise<T>

/**
 * Creates a function that limits concurrent reads, so that one user cannot occupy all database connections (docs/decisions/028). `waitMs`:
 * time after which a waiting read is refused.
 */
export function createReadLimiter(limits: ReadConcurrency, waitMs = MAX_WAIT_MS): RunLimitedRead {
  const totalQueue = new PQueue({ concurrency: limits.total })
  const readingTime = new RateLimiterMemory({ points: READ_BUDGET_MS, duration: READ_BUDGET_WINDOW_SECONDS })
  const getUserQueue = createKeyedQueues(limits.perUser)
  const getTenantQueue = createKeyedQueues(limits.perTenant)
  /** Records the duration of a read. A user who has exceeded the reading time may run only one read at a time, with pauses. */
  const recordReadDuration = async (userQueue: PQueue, userId: string, readMs: number): Promise<void> => {
    const { consumedPoints } = await readingTime.penalty(userId, Math.ceil(readMs))
    const hasExceededBudget = consumedPoints > READ_BUDGET_MS
    userQueue.concurrency = hasExceededBudget ? 1 : limits.perUser
    if (!hasExceededBudget) return
    const pauseMs = Math.min(MAX_PAUSE_MS, readMs * PAUSE_FACTOR)
    void userQueue.add(() => new Promise((resolve) => setTimeout(resolve, pauseMs)), { priority: 1 })
  }
  return async ({ tenantId, userId }, work) => {
    const userQueue = getUserQueue(userId)
    if (userQueue.size >= MAX_WAITING_READS) throw errors.tooManyReads()
    const waitAbort = new AbortController()
    const { signal } = waitAbort
    let createRefusal = errors.tooManyReads
    const timer = setTimeout(() => waitAbort.abort(createRefusal()), waitMs)
    // Only waiting is limited here, because a started read has a statement timeout.
    const startRead = async () => {
      clearTimeout(timer)
      const startedAtMs = performance.now()
      try {
        return await work()
      } finally {
        await recordReadDuration(userQueue, userId, performance.now() - startedAtMs)
      }
    }
    const runInTenantQueue = () => {
      createRefusal = errors.serverBusy
      return getTenantQueue(tenantId).add(() => totalQueue.add(startRead, { signal }), { signal })
    }
    return userQueue.add(runInTenantQueue, { signal }).finally(() => clearTimeout(timer))
  }
}
