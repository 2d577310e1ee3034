import { ApiError } from '../../../shared/api/errors.ts'
import { nextChance } from '../../../shared/next-chance.ts'
import { useSession } from '../../../shared/session/session.ts'
import type { Unsent } from '../cache/outbox.ts'
import { triedSince } from './keep-unsent.ts'
import { TRIED_FOR_MS } from './kept-rules.ts'

const FIRST_PAUSE_MS = 1_000
const LAST_PAUSE_MS = 15_000
/**
 * Status codes of temporary failures: no response, an expired token, too many requests, or an unreachable server. A 500 is not temporary.
 */
const PASSING = new Set([0, 401, 429, 502, 503, 504])

const isPassing = (error: unknown): boolean => error instanceof ApiError && PASSING.has(error.statusCode)

/** Retries work after temporary failures, with growing pauses, for as long as an unsent file is tried. */
export async function persistently<T>({ tempId }: Unsent, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (let waitMs = FIRST_PAUSE_MS; ; waitMs = Math.min(waitMs * 2, LAST_PAUSE_MS)) {
    try {
      return await work()
    } catch (error) {
      const isOver = Date.now() - triedSince(tempId) >= TRIED_FOR_MS || !useSession.getState().user
      if (signal.aborted || isOver || !isPassing(error)) throw error
    }
    await nextChance(waitMs, signal)
    signal.throwIfAborted()
  }
}
