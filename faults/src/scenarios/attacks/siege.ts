import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import pg from 'pg'
import { createLoadTestTenant, type LoadTestTenant } from '../../../../apps/server/src/testing/worlds/load-test-tenant.ts'
import { ProductProcess } from '../../../../scripts/product/product-process.ts'
import { type AttackTarget, KNOWN_VISITOR_ADDRESS } from '../../attacks/attack-target.ts'
import type { AttackResult } from '../../attacks/attack-worker.ts'
import { requestStatus } from '../../clients/request-status.ts'
import { sendVisitorMessage } from '../../clients/visitor-message.ts'
import { PostgresProcess } from '../../environment/postgres-process.ts'
import { type ListTimes, measureListTimes } from '../../measurement/measure-list-times.ts'
import { getPercentiles } from '../../measurement/send-comparison.ts'
import {
  FAULT_SERVER_ENV,
  FAULT_SESSION_SECRET,
  findLimitViolation,
  type Scenario,
  type ScenarioRun,
  scaleCount,
} from '../../scenario.ts'

/** Number of leads of the attacked organisation and of another one on the same server. */
const ATTACKED_LEAD_COUNT = 500_000
const NEIGHBOR_LEAD_COUNT = 5_000
/** Milliseconds for which the list is requested without the attack, and during it. */
const PERIOD_MS = 30_000
/** Maximum ratio between the other organisation's list times under attack and without. */
const MAX_SLOWDOWN = 2
/**
 * Milliseconds between the messages of the other organisation's leads, each from its own address: 100 per minute, below the agent's limit
 * for new visitors.
 */
const LEAD_INTERVAL_MS = 600
/** Milliseconds after which a message counts as lost. Until then, a refused page retries as the real one does. */
const MESSAGE_TIMEOUT_MS = 20_000
/** The limits of an address as in production; `ProductProcess` raises them, because other tests have only one address. */
const DEFAULT_LIMITS = { ANONYMOUS_CALLS_PER_ADDRESS: '300', NEW_LEADS_PER_ADDRESS: '5' }

/** Creates leads with realistic names and a conversation each, directly in the database. */
const insertLeads = async (url: string, { tenantId, agentId }: LoadTestTenant, count: number): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(
      `INSERT INTO leads (tenant_id, id, agent_id, name, phone, phone_key)
       SELECT $1, gen_random_uuid(), $2,
         (ARRAY['Ana','Bruno','Carla','Davi','Elisa','Fabio','Gabi','Hugo'])[1 + n % 8] || ' ' ||
         (ARRAY['Amaral','Barros','Campos','Dias','Esteves','Farias','Gomes'])[1 + n % 7] || ' ' || n,
         '+5511' || (900000000 + n), '5511' || (900000000 + n)
       FROM generate_series(1, $3::int) AS n`,
      [tenantId, agentId, count],
    )
    await client.query(
      `INSERT INTO conversations (tenant_id, id, lead_id, agent_id, channel, last_client_message_at, updated_at)
       SELECT tenant_id, gen_random_uuid(), id, agent_id, 'webchat', now() - random() * interval '90 days', now() - interval '1 day'
       FROM leads WHERE tenant_id = $1`,
      [tenantId],
    )
    await client.query('ANALYZE')
  } finally {
    await client.end()
  }
}

/** Requests the other organisation's list for `ms` milliseconds, in its own thread. */
const measureNeighborList = (url: string, { agentId, people }: LoadTestTenant, ms: number): Promise<ListTimes> =>
  measureListTimes({ url, agentId, token: people[0]?.token ?? '' }, AbortSignal.timeout(ms))

/**
 * Sends one message from each of the other organisation's leads and retries refused ones.
 * @returns the numbers of sent messages and of messages not accepted in time
 */
const sendNeighborLeadMessages = async (
  url: string,
  { agentId }: LoadTestTenant,
  round: number,
  ms: number,
): Promise<{ wrote: number; lost: number }> => {
  const taken: Promise<boolean>[] = []
  const begun = Date.now()
  for (let n = 0; Date.now() < begun + ms; n += 1, await wait(LEAD_INTERVAL_MS)) {
    const address = `10.${round}.${n >> 8}.${n & 255}`
    const asked = { params: { agentId }, body: { content: 'Oi, tudo bem?' }, address, key: `lead-${round}-${n}` }
    taken.push(
      (async () => {
        for (const end = Date.now() + MESSAGE_TIMEOUT_MS; Date.now() < end; await wait(500))
          if ((await requestStatus(url, sendWebchatMessage, asked)) === 200) return true
        return false
      })(),
    )
  }
  const all = await Promise.all(taken)
  return { wrote: all.length, lost: all.filter((wasTaken) => !wasTaken).length }
}

/** Simulates the other organisation's normal use: its leads write, and its list is requested. */
const simulateNeighborUse = (url: string, neighbour: LoadTestTenant, round: number, ms: number) =>
  Promise.all([measureNeighborList(url, neighbour, ms), sendNeighborLeadMessages(url, neighbour, round, ms)])

async function runSiege(given: ScenarioRun) {
  const postgres = await PostgresProcess.launch()
  const server = await ProductProcess.prepare({
    ...FAULT_SERVER_ENV,
    ...DEFAULT_LIMITS,
    DATABASE_URL: postgres.url,
    TRUST_PROXY: '1',
  })
  let besiegers: Worker | null = null
  try {
    const place = { databaseUrl: postgres.url }
    const besieged = await createLoadTestTenant(place, FAULT_SESSION_SECRET, { people: 1, conversations: 1 })
    const neighbour = await createLoadTestTenant(place, FAULT_SESSION_SECRET, {
      people: 1,
      conversations: 1,
      phonesFrom: 920_000_000,
    })
    await insertLeads(postgres.url, besieged, scaleCount(given, ATTACKED_LEAD_COUNT))
    await insertLeads(postgres.url, neighbour, scaleCount(given, NEIGHBOR_LEAD_COUNT))
    await server.start()
    for (const { agentId } of [besieged, neighbour]) await activateAgent(postgres.url, agentId)
    await measureNeighborList(server.url, neighbour, 2_000)
    const [quiet] = await simulateNeighborUse(server.url, neighbour, 2, PERIOD_MS)
    const { cookie } = await sendVisitorMessage(server.url, {
      agentId: besieged.agentId,
      address: KNOWN_VISITOR_ADDRESS,
      key: 'first',
    })
    const target: AttackTarget = { url: server.url, agentId: besieged.agentId, token: besieged.people[0]?.token ?? '', cookie }
    besiegers = new Worker(new URL('../../attacks/attack-worker.ts', import.meta.url), { workerData: target })
    await once(besiegers, 'online')
    const [under, leads] = await simulateNeighborUse(server.url, neighbour, 3, PERIOD_MS)
    const asking = once(besiegers, 'message') as Promise<[AttackResult]>
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window, and has no origin
    besiegers.postMessage('over')
    const [{ asked, refused, visitors }] = await asking
    const [before, during] = [getPercentiles(quiet.times), getPercentiles(under.times)]
    const slower = Math.round((during.p95 / Math.max(1, before.p95)) * 10) / 10
    return {
      figures: {
        'leads of the besieged': scaleCount(given, ATTACKED_LEAD_COUNT),
        'requests of the siege': asked,
        'of them refused': refused,
        "neighbour's list, quiet p95 ms": before.p95,
        "neighbour's list, siege p95 ms": during.p95,
        'looks that failed': under.failed,
        "neighbour's leads": leads.wrote,
        'of them not taken': leads.lost,
        'messages of a known visitor of the besieged': visitors.known,
        'of these refused': visitors.knownRefused,
        'slowest answer to it, ms': visitors.slowest,
        'honest strangers of the besieged': visitors.strangers,
        'of the strangers refused': visitors.strangersRefused,
        'answers to both': [...visitors.statuses].map((status) => status ?? 'none').join(', '),
      },
      broken: [
        ...findLimitViolation("neighbour's list, times slower", slower, MAX_SLOWDOWN),
        ...findLimitViolation('looks that failed', under.failed + quiet.failed, 0),
        ...findLimitViolation("neighbour's leads not taken", leads.lost, 0),
        ...findLimitViolation('messages of a known visitor refused', visitors.knownRefused, 0),
        ...findLimitViolation('honest strangers refused', visitors.strangersRefused, 0),
        ...(leads.wrote === 0 || asked === 0 ? ['nothing was asked'] : []),
      ],
    }
  } finally {
    await besiegers?.terminate()
    await server.close()
    await postgres.close()
  }
}

/** Activates an agent: the chat of an inactive one is closed. */
const activateAgent = async (url: string, agentId: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('UPDATE agents SET active = true WHERE id = $1', [agentId])
  await client.end()
}

export const overloadAttackScenario: Scenario = {
  name: 'siege',
  says: 'one operator searches, one address writes, signs in and signs up as fast as it is answered, and strangers from many addresses send bodies without end, hold sockets, make every public call and write, in an organisation of 500,000 leads',
  missing: () => PostgresProcess.missing,
  run: runSiege,
}
