import PQueue from 'p-queue'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { errors } from '../errors.ts'

/** Somebody of an organisation who asks for something to read. */
export interface Reader {
  tenantId: string
  userId: string
}

/** Readings that may be under way at the same time: of one person, of one organisation, of everybody. */
export interface Shares {
  person: number
  tenant: number
  all: number
}

/** One that cannot begin is refused after so long, as whatever else finds no connection is (server.ts). */
const WAIT_MS = 5_000
/** Readings of one person that may wait. */
const MOST_WAITING = 100

/** Milliseconds of reading that one person has in any ten seconds; who reads for longer rests in between, so that others are not slower. */
const UNBROKEN_MS = 2_000
const UNBROKEN_SECONDS = 10
/** A rest is so many times as long as the reading before it, and no longer than a second. */
const REST_TIMES = 4
const REST_MOST_MS = 1_000

/** Runs `work` when there is room for it. @throws 429 when the reader has too much under way, 503 when others have */
export type InShare = <T>(reader: Reader, work: () => Promise<T>) => Promise<T>

/** Keeps what people read within their shares, so that nobody's searches take the connections of others (docs/decisions/028). */
export function createReadingShares(shares: Shares, waitMs = WAIT_MS): InShare {
  const all = new PQueue({ concurrency: shares.all })
  const spent = new RateLimiterMemory({ points: UNBROKEN_MS, duration: UNBROKEN_SECONDS })
  const queues = new Map<string, PQueue>()
  const queueOf = (whose: string, concurrency: number): PQueue => {
    const known = queues.get(whose)
    if (known) return known
    const queue = new PQueue({ concurrency })
    queue.addEventListener('idle', () => queues.delete(whose))
    queues.set(whose, queue)
    return queue
  }
  /** Leaves a person one place, and that one empty for a while. */
  const rest = async (own: PQueue, userId: string, readMs: number): Promise<void> => {
    const { consumedPoints } = await spent.penalty(userId, Math.ceil(readMs))
    const isOver = consumedPoints > UNBROKEN_MS
    own.concurrency = isOver ? 1 : shares.person
    if (!isOver) return
    const restMs = Math.min(REST_MOST_MS, readMs * REST_TIMES)
    void own.add(() => new Promise((resolve) => setTimeout(resolve, restMs)), { priority: 1 })
  }
  return async ({ tenantId, userId }, work) => {
    const own = queueOf(`person ${userId}`, shares.person)
    if (own.size >= MOST_WAITING) throw errors.tooManyReadings()
    const waiting = new AbortController()
    const { signal } = waiting
    let refusal = errors.tooManyReadings
    const timer = setTimeout(() => waiting.abort(refusal()), waitMs)
    // What has begun is no longer waiting: its statements have a limit of their own.
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
      return queueOf(`tenant ${tenantId}`, shares.tenant).add(() => all.add(begin, { signal }), { signal })
    }
    return own.add(afterOwn, { signal }).finally(() => clearTimeout(timer))
  }
}
