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
  person: number
  tenant: number
  all: number
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
export function createReadLimiter(shares: ReadConcurrency, waitMs = MAX_WAIT_MS): RunLimitedRead {
  const all = new PQueue({ concurrency: shares.all })
  const spent = new RateLimiterMemory({ points: READ_BUDGET_MS, duration: READ_BUDGET_WINDOW_SECONDS })
  const queueOfUser = createKeyedQueues(shares.person)
  const queueOfTenant = createKeyedQueues(shares.tenant)
  /**
   * Records the duration of a read. If the user has exceeded the reading time budget, limits the user to one read at a time and delays the
   * next read.
   */
  const rest = async (own: PQueue, userId: string, readMs: number): Promise<void> => {
    const { consumedPoints } = await spent.penalty(userId, Math.ceil(readMs))
    const isOver = consumedPoints > READ_BUDGET_MS
    own.concurrency = isOver ? 1 : shares.person
    if (!isOver) return
    const restMs = Math.min(MAX_PAUSE_MS, readMs * PAUSE_FACTOR)
    void own.add(() => new Promise((resolve) => setTimeout(resolve, restMs)), { priority: 1 })
  }
  return async ({ tenantId, userId }, work) => {
    const own = queueOfUser(userId)
    if (own.size >= MAX_WAITING_READS) throw errors.tooManyReadings()
    const waiting = new AbortController()
    const { signal } = waiting
    let refusal = errors.tooManyReadings
    const timer = setTimeout(() => waiting.abort(refusal()), waitMs)
    // A read that has started no longer times out here, because its statements have their own timeout.
    const begin = async () => {
      clearTimeout(timer)
      const began = performance.now()
      try {
        return await work()
      } finally {
        await rest(own, userId, performance.now() - began)
      }
    }
    const afterOwn = () => {
      refusal = errors.tooBusy
      return queueOfTenant(tenantId).add(() => all.add(begin, { signal }), { signal })
    }
    return own.add(afterOwn, { signal }).finally(() => clearTimeout(timer))
  }
}
