import { finished } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { FastifyInstance, FastifyReply } from 'fastify'
import PQueue from 'p-queue'
import { memoryLimiter } from '../cluster.ts'
import type { Config } from '../config.ts'
import { addressKey } from './address-key.ts'
import { isApi } from './security.ts'
import { takeOne } from './take-one.ts'

const SECONDS = 10
/** Calls of one address that are worked on at the same time; the next ones wait their turn. */
const AT_ONCE = 4
/** Longest time for which a call keeps the next one waiting, in milliseconds: an event stream or a slow sign-in is not waited for. */
const LONGEST_TURN_MS = 250

const isAnswered = promisify(finished)

/**
 * Limits calls without a session by address, in number and at the same time, before anything is done for them (decision 131). Counted by
 * each process for itself: it is its time that a flood takes. Pages, health checks and Meta's signed webhooks are no calls of the API and
 * are not counted.
 */
export function limitAnonymous(http: FastifyInstance, config: Pick<Config, 'anonymousCallsPerAddress'>): void {
  const calls = memoryLimiter({ name: 'anonymous', points: config.anonymousCallsPerAddress, seconds: SECONDS })
  const waitForTurn = createTurns()
  http.addHook('onRequest', async (request) => {
    if (isApi(request) && !request.identity) await takeOne(calls, addressKey(request.ip))
  })
  // A body has arrived by now, unless it is streamed: a slow sender must not keep its neighbours waiting.
  http.addHook('preHandler', async (request, reply) => {
    if (!isApi(request) || request.identity || request.routeOptions.config.isStreamed) return
    await waitForTurn(addressKey(request.ip), reply)
  })
}

/** Returns a function that waits until fewer than AT_ONCE calls of an address are being worked on. */
function createTurns() {
  const queues = new Map<string, PQueue>()
  return (address: string, { raw }: FastifyReply): Promise<void> => {
    const queue = queues.get(address) ?? new PQueue({ concurrency: AT_ONCE })
    queues.set(address, queue)
    return new Promise((begin) => {
      const turn = async () => {
        begin()
        await Promise.race([isAnswered(raw).catch(() => {}), wait(LONGEST_TURN_MS, undefined, { ref: false })])
      }
      void queue.add(turn).then(() => {
        if (queue.pending === 0 && queue.size === 0) queues.delete(address)
      })
    })
  }
}
