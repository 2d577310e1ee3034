import PQueue from 'p-queue'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { createKeyedQueues } from '../concurrency/keyed-queues.ts'
import { errors } from '../errors.ts'

/** A user on whose behalf data is read. */
export interface Reader {
  tenantId: string
  userId: string
}

/** Maximum numbers of concurrent reads: of one user (`person`), of one organisation (`tenant`), in total (`all`). */
export interface ReadConcurrency {
  perUser: number
  perTenant: number
  total: number
}

/**
 * Time in milliseconds after which a waiting read is refused; the same as the time that other transactions wait for a connection
 * (server-database.ts).
 */
const MAX_WAIT_MS = 5_000
/** Maximum number of waiting reads of one user. */
const MAX_WAITING_READS = 100

/**
 * Reading time in milliseconds that a user may spend in ten seconds. Beyond that, pauses delay the user's further reads, so that other
 * users are not slowed down.
 */
const READ_BUDGET_MS = 2_000
const READ_BUDGET_WINDOW_SECONDS = 10
/** Length of a pause as a multiple of the duration of the read before the pause. A pause takes at most a second. */
const PAUSE_FACTOR = 4
const MAX_PAUSE_MS = 1_000

/** Runs the read `work` when a slot is free. @throws 429 if the user has too many reads in progress, 503 if other users have */
export type RunLimitedRead = <T>(reader: Reader, work: () => Promise<T>) => Promise<T>

/**
 * Creates a function that limits concurrent reads, so that one user's searches cannot occupy all database connections (docs/decisions/028).
 * `waitMs`: time after which a waiting read is refused.
 */
export function createReadLimiter(limits: ReadConcurrency, waitMs = MAX_WAIT_MS): RunLimitedRead {
  const totalQueue = new PQueue({ concurrency: limits.total })
  const readingTime = new RateLimiterMemory({ points: READ_BUDGET_MS, duration: READ_BUDGET_WINDOW_SECONDS })
  const getUserQueue = createKeyedQueues(limits.perUser)
  const getTenantQueue = createKeyedQueues(limits.perTenant)
  /**
   * Records the duration of a read. If the user has exceeded the reading time budget, limits the user to one read at a time and delays the
   * next read.
   */
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
    // A read that has started no longer times out here, because its statements have their own timeout.
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
