import { setTimeout as wait } from 'node:timers/promises'
import { buildWorld, type Place, storedMessages, type World } from '../../apps/server/src/testing/world.ts'
import { chanceOf } from './chance.ts'
import { disturbAlong } from './disturb.ts'
import { brokenPromises, type Run, SECRET, scaled } from './scenario.ts'
import { type Sent, sendAll } from './send-all.ts'
import { judge, spread } from './verdict.ts'

const CLIENTS = 20
/** The rate limit is 30 messages per user and minute; with this number of messages per user, clients never wait for it. */
const MESSAGES_PER_PERSON = 20
const LOG_SHOWN = 4_000
/** Maximum share of a step that is sent during a disturbance. */
const AHEAD = 0.8

interface Disturbance {
  place: Place
  sends: number
  /** Number of disturbances, distributed evenly over the work. */
  times: number
  /** Starts the server under test. */
  begin: (world: World) => Promise<void>
  url: () => string
  /** Returns the log of the server under test, to print after a failure. */
  log: () => string
  disturb: (time: number) => Promise<void>
  /**
   * Checks the product after all messages are sent, while it still runs. Its own messages go to the last conversation, which no client
   * uses.
   */
  before?: (world: World) => Promise<void>
  /** Stops the server, so that its database can be read. */
  end: () => Promise<void>
}

/** Sends from many clients during disturbances, and then compares every answer with the database. */
export async function whileSending(given: Run, { place, sends, times, begin, url, log, disturb, before, end }: Disturbance) {
  const perClient = Math.ceil(scaled(given, sends) / CLIENTS)
  const people = CLIENTS * Math.max(4, Math.ceil(perClient / MESSAGES_PER_PERSON))
  const world = await buildWorld(place, SECRET, { people, conversations: CLIENTS + 1 })
  await begin(world)
  const sent: Sent[] = []
  const chance = chanceOf(given.seed, 'when')
  const all = CLIENTS * perClient
  let done = 0
  const step = all / (times + 1)
  /** Stops clients that are too far ahead; otherwise all messages would be sent before the last disturbances. */
  const isAhead = () => done < times && sent.length > step * (done + 1) + step * AHEAD
  const hold = async () => {
    while (isAhead()) await wait(5)
  }
  const plan = { world, clients: CLIENTS, perClient, chance: chanceOf(given.seed, 'clients'), url, hold }
  const started = performance.now()
  const disturbing = disturbAlong({
    times,
    all,
    done: () => sent.length,
    disturb: async (time) => {
      await wait(chance.int(0, 20))
      await disturb(time)
      done = time + 1
    },
  })
  await Promise.all([sendAll({ ...plan, onSent: (one) => sent.push(one) }), disturbing]).catch((error: Error) => {
    throw new Error(`${error.message}\n${log().slice(-LOG_SHOWN)}`)
  })
  const seconds = (performance.now() - started) / 1_000
  await before?.(world)
  await end()
  const verdict = judge(sent, await storedMessages(place, world.tenantId))
  const waits = spread(sent.map(({ ms }) => ms))
  return {
    figures: {
      ...verdict,
      disturbed: done,
      'asked again': sent.filter(({ attempts }) => attempts > 1).length,
      'answered in, p50 ms': waits.p50,
      'answered in, worst ms': waits.worst,
      seconds: Math.round(seconds),
    },
    broken: [...brokenPromises(verdict), ...(done < times ? [`disturbed ${done} times instead of ${times}`] : [])],
  }
}
