import { finished } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { memoryLimiter } from '../cluster.ts'
import type { Config } from '../config.ts'
import { createKeyedQueues } from '../keyed-queues.ts'
import { addressKey } from './address-key.ts'
import { isApi } from './security.ts'
import { takeOne } from './take-one.ts'

const SECONDS = 10
/** Maximum number of requests of one IP address that are handled at the same time; further ones wait. */
const AT_ONCE = 4
/** Maximum milliseconds for which a request blocks the next ones, so that an event stream or a slow sign-in does not block others. */
const LONGEST_TURN_MS = 250

const isAnswered = promisify(finished)

/**
 * Limits the number of API requests without a session for each IP address, and how many are handled at once (decision 131). Each process
 * counts for itself, because the limit protects its CPU time. Pages, health checks and Meta's signed webhooks are outside of the API and
 * not counted.
 */
export function limitAnonymous(http: FastifyInstance, config: Pick<Config, 'anonymousCallsPerAddress'>): void {
  const calls = memoryLimiter({ name: 'anonymous', points: config.anonymousCallsPerAddress, seconds: SECONDS })
  const waitForTurn = createTurns()
  http.addHook('onRequest', async (request) => {
    if (isApi(request) && !request.identity) await takeOne(calls, addressKey(request.ip))
  })
  // At this point the body has arrived, unless it is streamed: a slow sender must not block others with the same IP address.
  http.addHook('preHandler', async (request, reply) => {
    if (!isApi(request) || request.identity || request.routeOptions.config.isStreamed) return
    await waitForTurn(addressKey(request.ip), reply)
  })
}

/** Returns a function that waits until fewer than AT_ONCE requests of an IP address are being handled. */
function createTurns() {
  const queueOf = createKeyedQueues(AT_ONCE)
  return (address: string, { raw }: FastifyReply): Promise<void> =>
    new Promise((begin) => {
      const turn = async () => {
        begin()
        await Promise.race([isAnswered(raw).catch(() => {}), wait(LONGEST_TURN_MS, undefined, { ref: false })])
      }
      void queueOf(address).add(turn)
    })
}
