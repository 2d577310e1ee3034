import { setTimeout as wait } from 'node:timers/promises'
import { updateAgent } from '@prosa/contract/calls/agents/agent'
import {
  countFilesByState,
  createLoadTestTenant,
  fetchStoredMessages,
  type LoadTestTenant,
} from '../../../apps/server/src/testing/worlds/load-test-tenant.ts'
import { callAsUser } from '../clients/call-as-user.ts'
import { sendFirstVisitorMessage } from '../clients/first-visitor-message.ts'
import { PostgresProcess } from '../environment/postgres-process.ts'
import {
  runConcurrently,
  startWhatsappInstallation,
  type WhatsappInstallation,
  waitForCount,
} from '../environment/whatsapp-installation.ts'
import { measureListTimes } from '../measurement/measure-list-times.ts'
import { getPercentiles } from '../measurement/send-comparison.ts'
import { FAULT_SESSION_SECRET, findLimitViolation, type ScenarioResult, type ScenarioRun, scaleCount } from '../scenario.ts'
import {
  HOSTILE_FILES,
  SETTLE_TIMEOUT_MS,
  type SentFile,
  sendOverWhatsapp,
  uploadAsUser,
  uploadAsVisitor,
} from './hostile-file-uploads.ts'

/** Number of times that each file arrives by each path. */
const ROUNDS_PER_FILE = 4
/**
 * Milliseconds between two files. Each file arrives by three paths at once, which is far more than an IP address may send. `siege` measures
 * floods of harmless messages.
 */
const FILE_INTERVAL_MS = 1_000
const BASELINE_MS = 10_000
/** Milliseconds between the messages of the other organisation's leads. */
const LEAD_INTERVAL_MS = 500
/** Maximum ratio between the other organisation's list times beside the files and without them. */
const MAX_SLOWDOWN = 2
const GREETING = 'Oi, tudo bem?'

/** Simulates the other organisation's normal use until `over` is aborted: its list is requested, and its leads write. */
async function simulateNeighborWork(url: string, { agentId, people }: LoadTestTenant, round: number, over: AbortSignal) {
  const watching = measureListTimes({ url, agentId, token: people[0]?.token ?? '' }, over)
  let wrote = 0
  for (; !over.aborted; await wait(LEAD_INTERVAL_MS)) {
    wrote += 1
    await sendFirstVisitorMessage(url, { agentId, content: GREETING, n: round * 10_000 + wrote })
  }
  return { ...(await watching), wrote }
}

/** Sends hostile files by every path to one organisation, and measures what another organisation notices. */
export async function sendHostileFiles(given: ScenarioRun): Promise<ScenarioResult> {
  const postgres = PostgresProcess.missing === null ? await PostgresProcess.launch() : null
  const installation = await startWhatsappInstallation({ TRUST_PROXY: '1', ...(postgres ? { DATABASE_URL: postgres.url } : {}) })
  const { server, world, place } = installation
  try {
    await installation.letAgentAnswer()
    await server.stop()
    const neighbour = await createLoadTestTenant(place, FAULT_SESSION_SECRET, {
      people: 1,
      conversations: 1,
      phonesFrom: 920_000_000,
    })
    await server.start()
    const token = neighbour.people[0]?.token ?? ''
    await callAsUser(server.url, token, updateAgent, { params: { id: neighbour.agentId }, body: { active: true } })
    const { pid } = server.process
    await simulateNeighborWork(server.url, neighbour, 1, AbortSignal.timeout(2_000))
    const quiet = await simulateNeighborWork(server.url, neighbour, 2, AbortSignal.timeout(BASELINE_MS))

    const rounds = scaleCount(given, ROUNDS_PER_FILE)
    const all = Array.from({ length: rounds }, () => HOSTILE_FILES).flat()
    // Created in advance, because this process also measures the list times.
    const create = (tag: string) => all.map((file, n): SentFile => ({ ...file, n, bytes: file.create(`${tag}${n}`) }))
    const [sent, ofVisitors] = [create('a'), create('b')]
    const failures: string[] = []
    const refused = { user: 0, visitor: 0 }
    const over = new AbortController()
    const working = simulateNeighborWork(server.url, neighbour, 3, over.signal)
    await runConcurrently(sent, 1, async (file) => {
      await wait(FILE_INTERVAL_MS)
      const arrivals = [
        uploadAsUser(installation, file).then((state) => (refused.user += Number(state === 'refused'))),
        uploadAsVisitor(installation, ofVisitors[file.n] ?? file).then(
          (state) => (refused.visitor += Number(state === 'refused')),
        ),
        sendOverWhatsapp(installation, file),
      ]
      for (const arrival of await Promise.allSettled(arrivals))
        if (arrival.status === 'rejected') failures.push(String(arrival.reason))
    })
    // Each WhatsApp lead and each visitor sent one message with a file.
    const messages = await waitForCount(installation.countMessages, 2 * sent.length)
    over.abort()
    const beside = await working
    const isAlive = server.process.exitCode === null && server.process.pid === pid
    await waitUntilFetched(installation, sent.length)
    // Measured before and after, because the load of the machine changes.
    const after = await simulateNeighborWork(server.url, neighbour, 4, AbortSignal.timeout(BASELINE_MS))
    await server.stop()
    const states = await countFilesByState(place, world.tenantId)
    const neighbours = (await fetchStoredMessages(place, neighbour.tenantId)).filter(({ content }) => content === GREETING).length
    const wrote = quiet.wrote + beside.wrote + after.wrote
    const left = Object.entries(states).filter(([state]) => state.endsWith('receiving') || state.endsWith('waiting'))
    const [before, during] = [getPercentiles([...quiet.times, ...after.times]), getPercentiles(beside.times)]
    const slower = Math.round((during.p95 / Math.max(1, before.p95)) * 10) / 10
    return {
      figures: {
        'hostile files': `${HOSTILE_FILES.length} kinds, ${sent.length} by each path`,
        'refused of users and visitors': `${refused.user} and ${refused.visitor}`,
        ...states,
        "neighbour's list, quiet p95 ms": before.p95,
        "neighbour's list, beside files p95 ms": during.p95,
        "neighbour's leads": wrote,
      },
      broken: [
        ...failures,
        // Not measured on the embedded database, which runs in the server's process and is for small teams.
        ...(postgres ? findLimitViolation("neighbour's list, times slower", slower, MAX_SLOWDOWN) : []),
        ...findLimitViolation('looks that failed', quiet.failed + beside.failed + after.failed, 0),
        ...left.map(([state, count]) => `${count} ${state}`),
        ...(isAlive ? [] : ['the server ended']),
        ...(messages < 2 * sent.length ? [`only ${messages} of ${2 * sent.length} messages with files`] : []),
        ...(neighbours < wrote ? [`only ${neighbours} of ${wrote} messages of the neighbour's leads`] : []),
      ],
    }
  } finally {
    await installation.close()
    await postgres?.close()
  }
}

/** Waits until the server has fetched every file from Meta, and for BASELINE_MS more. */
async function waitUntilFetched({ meta }: WhatsappInstallation, count: number): Promise<void> {
  await waitForCount(async () => new Set(meta.fetched).size, count, SETTLE_TIMEOUT_MS)
  await wait(BASELINE_MS)
}
