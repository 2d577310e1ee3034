import { setTimeout as wait } from 'node:timers/promises'

const TIMEOUT_MS = 15_000

/**
 * Repeats a query until its result satisfies `isThere`, for results of background work.
 * @throws with the last result after a timeout
 */
export async function waitUntil<T>(ask: () => Promise<T> | T, isThere: (found: T) => boolean = Boolean): Promise<T> {
  const end = Date.now() + TIMEOUT_MS
  for (;;) {
    const found = await ask()
    if (isThere(found)) return found
    if (Date.now() > end) throw new Error(`It did not come about; found last: ${JSON.stringify(found)?.slice(0, 2_000)}`)
    await wait(25)
  }
}
