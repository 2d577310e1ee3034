import { ApiError } from '../../../../shared/api/errors.ts'
import { waitForRetry } from '../../../../shared/lazy-loading/wait-for-retry.ts'
import { useSession } from '../../../../shared/session/session.ts'
import type { UnsentMessage } from '../outbox.ts'
import { getAttemptStartMs } from '../storage/unsent-persistence.ts'
import { RETRY_PERIOD_MS } from '../storage/unsent-storage-rules.ts'

const INITIAL_RETRY_DELAY_MS = 1_000
const MAX_RETRY_DELAY_MS = 15_000
/**
 * Status codes of temporary failures: 0 (no response), 401 (expired token), 429 (too many requests) and 502 to 504 (server unreachable). A
 * 500 is not temporary.
 */
const TRANSIENT_STATUS_CODES = new Set([0, 401, 429, 502, 503, 504])

const isTransientError = (error: unknown): boolean => error instanceof ApiError && TRANSIENT_STATUS_CODES.has(error.statusCode)

/**
 * Runs `operation` and retries it after temporary failures, with increasing pauses. Stops when the retry period of the entry is over or no
 * user is signed in.
 * @throws the last error; the signal's reason if aborted
 */
export async function retryTransientFailures<T>(
  { tempId }: UnsentMessage,
  signal: AbortSignal,
  operation: () => Promise<T>,
): Promise<T> {
  for (let waitMs = INITIAL_RETRY_DELAY_MS; ; waitMs = Math.min(waitMs * 2, MAX_RETRY_DELAY_MS)) {
    try {
      return await operation()
    } catch (error) {
      const hasExpired = Date.now() - getAttemptStartMs(tempId) >= RETRY_PERIOD_MS || !useSession.getState().user
      if (signal.aborted || hasExpired || !isTransientError(error)) throw error
    }
    await waitForRetry(waitMs, signal)
    signal.throwIfAborted()
  }
}
