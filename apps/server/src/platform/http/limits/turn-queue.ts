import { finished } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { FastifyReply } from 'fastify'
import { createKeyedQueues } from '../../concurrency/keyed-queues.ts'

/** Maximum milliseconds for which a request makes others wait, so that an event stream or a slow request does not block them. */
const MAX_TURN_MS = 250

const waitForResponseEnd = promisify(finished)

/**
 * Returns a function that waits until fewer than `maxConcurrent` requests with the same key are being handled. Each makes others wait for at
 * least `minTurnMs` milliseconds.
 */
export function createTurnQueue({ maxConcurrent, minTurnMs = 0 }: { maxConcurrent: number; minTurnMs?: number }) {
  const queueOf = createKeyedQueues(maxConcurrent)
  return (key: string, { raw }: FastifyReply): Promise<void> =>
    new Promise((begin) => {
      const turn = async () => {
        begin()
        const responseEnd = Promise.race([waitForResponseEnd(raw).catch(() => {}), wait(MAX_TURN_MS, undefined, { ref: false })])
        await Promise.all([responseEnd, wait(minTurnMs, undefined, { ref: false })])
      }
      void queueOf(key).add(turn)
    })
}
