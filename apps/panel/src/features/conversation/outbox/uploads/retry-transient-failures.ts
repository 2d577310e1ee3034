import { ApiError } from '../../../../shared/api/errors.ts'
import { waitForRetry } from '../../../../shared/lazy-loading/wait-for-retry.ts'
import { useSession } from '../../../../shared/session/session.ts'
import type { UnsentMessage } from '../outbox.ts'
import { getAttemptStartMs } from '../storage/unsent-persistence.ts'
import { RETRY_PERIOD_MS } from '../storage/unsent-storage-rules.ts'

const INITIAL_RETRY_DELAY_MS = 1_000
const MAX_RETRY_DELAY_MS = 15_000
/**
 * Status codes of temporary failures: no response, an expired token, too many requests, or an unreachable server. A 500 is not temporary.
 */
const TRANSIENT_STATUS_CODES = new Set([0, 401, 429, 502, 503, 504])

const isTransientError = (error: unknown): boolean => error instanceof ApiError && TRANSIENT_STATUS_CODES.has(error.statusCode)

/** Retries work after temporary failures, with growing pauses, for as long as an unsent file is tried. */
export async function retryTransientFailures<T>(
  { tempId }: UnsentMessage,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  for (let waitMs = INITIAL_RETRY_DELAY_MS; ; waitMs = Math.min(waitMs * 2, MAX_RETRY_DELAY_MS)) {
    try {
      return await work()
    } catch (error) {
      const isOver = Date.now() - getAttemptStartMs(tempId) >= RETRY_PERIOD_MS || !useSession.getState().user
      if (signal.aborted || isOver || !isTransientError(error)) throw error
    }
    await waitForRetry(waitMs, signal)
    signal.throwIfAborted()
  }
}
