import { setTimeout as wait } from 'node:timers/promises'
import {
  createLoadTestTenant,
  type DataLocation,
  fetchStoredMessages,
  type LoadTestTenant,
} from '../../../apps/server/src/testing/worlds/load-test-tenant.ts'
import { type AnsweredSend, sendFromClients } from '../clients/send-from-clients.ts'
import { disturbDuringWork } from '../environment/disturb-during-work.ts'
import { FAULT_SESSION_SECRET, findSendViolations, type ScenarioRun, scaleCount } from '../scenario.ts'
import { createScenarioRandom } from '../scenario-random.ts'
import { compareSendsWithStored, getPercentiles } from './send-comparison.ts'

const CLIENT_COUNT = 20
/** The rate limit is 30 messages per user and minute; with this number of messages per user, clients never wait for it. */
const MESSAGES_PER_USER = 20
const LOG_CHARS_SHOWN = 4_000
/** Maximum share of a step that is sent during a disturbance. */
const MAX_STEP_SHARE = 0.8

interface Disturbance {
  place: DataLocation
  sends: number
  /** Number of disturbances, distributed evenly over the work. */
  times: number
  /** Starts the server under test. */
  begin: (world: LoadTestTenant) => Promise<void>
  url: () => string
  /** Returns the log of the server under test, to print after a failure. */
  log: () => string
  disturb: (time: number) => Promise<void>
  /**
   * Checks the product after all messages are sent, while it still runs. Its own messages go to the last conversation, which no client
   * uses.
   */
  before?: (world: LoadTestTenant) => Promise<void>
  /** Stops the server, so that its database can be read. */
  end: () => Promise<void>
}

/** Sends from many clients during disturbances, and then compares every answer with the database. */
export async function verifySendsDuringDisturbance(
  given: ScenarioRun,
  { place, sends, times, begin, url, log, disturb, before, end }: Disturbance,
) {
  const perClient = Math.ceil(scaleCount(given, sends) / CLIENT_COUNT)
  const people = CLIENT_COUNT * Math.max(4, Math.ceil(perClient / MESSAGES_PER_USER))
  const world = await createLoadTestTenant(place, FAULT_SESSION_SECRET, { people, conversations: CLIENT_COUNT + 1 })
  await begin(world)
  const sent: AnsweredSend[] = []
  const chance = createScenarioRandom(given.seed, 'when')
  const all = CLIENT_COUNT * perClient
  let done = 0
  const step = all / (times + 1)
  /** Stops clients that are too far ahead; otherwise all messages would be sent before the last disturbances. */
  const isAhead = () => done < times && sent.length > step * (done + 1) + step * MAX_STEP_SHARE
  const hold = async () => {
    while (isAhead()) await wait(5)
  }
  const plan = { world, clients: CLIENT_COUNT, perClient, chance: createScenarioRandom(given.seed, 'clients'), url, hold }
  const started = performance.now()
  const disturbing = disturbDuringWork({
    times,
    all,
    done: () => sent.length,
    disturb: async (time) => {
      await wait(chance.int(0, 20))
      await disturb(time)
      done = time + 1
    },
  })
  await Promise.all([sendFromClients({ ...plan, onSent: (one) => sent.push(one) }), disturbing]).catch((error: Error) => {
    throw new Error(`${error.message}\n${log().slice(-LOG_CHARS_SHOWN)}`)
  })
  const seconds = (performance.now() - started) / 1_000
  await before?.(world)
  await end()
  const verdict = compareSendsWithStored(sent, await fetchStoredMessages(place, world.tenantId))
  const waits = getPercentiles(sent.map(({ ms }) => ms))
  return {
    figures: {
      ...verdict,
      disturbed: done,
      'asked again': sent.filter(({ attempts }) => attempts > 1).length,
      'answered in, p50 ms': waits.p50,
      'answered in, worst ms': waits.worst,
      seconds: Math.round(seconds),
    },
    broken: [...findSendViolations(verdict), ...(done < times ? [`disturbed ${done} times instead of ${times}`] : [])],
  }
}
