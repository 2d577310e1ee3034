import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { updateAgent } from '@prosa/contract/calls/agents/agent'
import { createSource, getSource } from '@prosa/contract/calls/agents/knowledge'
import { createFile, getFile, putFilePart } from '@prosa/contract/calls/conversations/files'
import { sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { createWebchatFile, putWebchatFilePart } from '@prosa/contract/calls/webchat/webchat-files'
import type { StoredFile } from '@prosa/contract/entities/files/file'
import { buildPath, HTTP_HEADERS } from '@prosa/contract/http'
import { buildMessageWebhook } from '../../../apps/server/src/testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import * as hostile from '../../../apps/server/src/testing/files/hostile-files.ts'
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

/** How often each file comes in by each way that takes it. */
const ROUNDS_PER_FILE = 4
/**
 * Milliseconds before each file, which then arrives by three ways: far more than an address may send. What a flood of honest messages
 * costs is measured by `siege`.
 */
const FILE_INTERVAL_MS = 1_000
const BASELINE_MS = 10_000
/** The neighbour's leads write this often. */
const LEAD_INTERVAL_MS = 500
/** The neighbour's list beside the files against the quiet one. */
const MAX_SLOWDOWN = 2
const GREETING = 'Oi, tudo bem?'
/** What has not been settled in so long is lost. */
const SETTLE_TIMEOUT_MS = 180_000

interface HostileFile {
  readonly name: string
  /** Makes it; each tag makes other bytes, so that none is known already. */
  readonly make: (tag: string) => Buffer
  /** Kind of a WhatsApp message that carries it. */
  readonly as: 'audio' | 'video' | 'image' | 'document'
  readonly mime: string
  readonly knowledge?: true
  readonly products?: true
}

/** Of what may have anything behind it. */
const appendTag =
  (make: () => Buffer) =>
  (tag: string): Buffer =>
    Buffer.concat([make(), Buffer.from(`\n${tag}`)])

const OFFICE_MIME_PREFIX = 'application/vnd.openxmlformats-officedocument.'
const DOCX = { as: 'document', mime: `${OFFICE_MIME_PREFIX}wordprocessingml.document`, knowledge: true } as const
const PDF = { as: 'document', mime: 'application/pdf', knowledge: true } as const
const CSV = { as: 'document', mime: 'text/plain', knowledge: true, products: true } as const
const FILES: readonly HostileFile[] = [
  { name: 'casa.mp4', make: appendTag(() => hostile.createMp4WithSampleCount()), as: 'video', mime: 'video/mp4' },
  { name: 'recado.aac', make: appendTag(hostile.createAacWithEmptyFrame), as: 'audio', mime: 'audio/aac' },
  { name: 'longo.aac', make: appendTag(() => hostile.createAacWithManyFrames(1_000_000)), as: 'audio', mime: 'audio/aac' },
  {
    name: 'proposta.ppt',
    make: appendTag(hostile.createCyclicOfficeFile),
    as: 'document',
    mime: 'application/vnd.ms-powerpoint',
  },
  { name: 'planta.png', make: appendTag(hostile.createHugePng), as: 'image', mime: 'image/png' },
  { name: 'fundo.pdf', make: appendTag(hostile.createNestedPdf), ...PDF },
  { name: 'ciclo.pdf', make: appendTag(hostile.createCyclicPdf), ...PDF },
  { name: 'bomba.docx', make: hostile.createZipBomb, ...DOCX },
  { name: 'fundo.docx', make: hostile.createNestedDocx, ...DOCX },
  { name: 'cheio.docx', make: hostile.createDocxWithManyComments, ...DOCX },
  {
    name: 'longe.xlsx',
    make: hostile.createSparseXlsx,
    as: 'document',
    mime: `${OFFICE_MIME_PREFIX}spreadsheetml.sheet`,
    knowledge: true,
    products: true,
  },
  { name: 'aspas.csv', make: appendTag(hostile.createCsvWithUnclosedQuotes), ...CSV },
  { name: 'larga.csv', make: appendTag(() => hostile.createWideCsv()), ...CSV },
  {
    name: 'frases.txt',
    make: appendTag(() => hostile.createShortSentenceText()),
    as: 'document',
    mime: 'text/plain',
    knowledge: true,
  },
]

/** A file on its way. */
interface SentFile extends HostileFile {
  readonly n: number
  readonly bytes: Buffer
}

const buildAnnouncement = ({ bytes, name, mime }: SentFile) => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  size: bytes.length,
  mime_type: mime,
  filename: name,
})

/** Asks until it is so. @throws when it takes too long */
async function waitUntilSettled<T>(what: string, get: () => Promise<T>, isSettled: (value: T) => boolean): Promise<T> {
  for (const end = Date.now() + SETTLE_TIMEOUT_MS; Date.now() < end; await wait(500)) {
    const value = await get()
    if (isSettled(value)) return value
  }
  throw new Error(`${what} was never settled`)
}

async function uploadParts(
  { bytes }: SentFile,
  file: StoredFile,
  put: (n: number, part: Buffer) => Promise<Response>,
): Promise<void> {
  for (const n of file.missing) {
    const size = file.part_bytes ?? bytes.length
    const response = await put(n, bytes.subarray((n - 1) * size, n * size))
    if (!response.ok) throw new Error(`A part was answered with ${response.status}: ${await response.text()}`)
  }
}

const BINARY_HEADERS = { 'content-type': 'application/octet-stream' }

/** A person uploads it, and makes a source of it where it may be one. @returns its last state */
async function uploadAsUser({ server, world }: WhatsappInstallation, file: SentFile): Promise<string> {
  const { url } = server
  const token = world.people[0]?.token ?? ''
  const { data } = await callAsUser(url, token, createFile, { body: buildAnnouncement(file) })
  const { id } = data
  await uploadParts(file, data, (n, part) =>
    fetch(`${url}/api${buildPath(putFilePart.path, { id, n: String(n) })}`, {
      method: 'PUT',
      headers: { ...BINARY_HEADERS, authorization: `Bearer ${token}`, [HTTP_HEADERS.requestTime]: new Date().toISOString() },
      body: new Uint8Array(part),
    }),
  )
  const isSettled = ({ state }: { state: string }) => state === 'stored' || state === 'refused'
  const get = async () => (await callAsUser(url, token, getFile, { params: { id } })).data
  const { state } = await waitUntilSettled(`${file.name} of a person`, get, isSettled)
  if (state !== 'stored') return state
  // A file is one source at most: a table is a text in one round and a list of products in the next.
  const kind = file.products && Math.floor(file.n / FILES.length) % 2 === 1 ? 'products' : 'file'
  if (!file.knowledge) return state
  const made = await callAsUser(url, token, createSource, { body: { kind, title: `${file.name} ${file.n}`, file_id: id } })
  const look = async () => (await callAsUser(url, token, getSource, { params: { id: made.data._id } })).data
  await waitUntilSettled(`${file.name} as ${kind}`, look, (source) => source.state !== 'reading')
  return state
}

/** A visitor of the web chat uploads it, and sends it where it is stored. @returns its last state */
async function uploadAsVisitor({ server, world }: WhatsappInstallation, file: SentFile): Promise<string> {
  const { agentId } = world
  const headers = () => ({
    'x-forwarded-for': `10.8.${file.n >> 8}.${file.n & 255}`,
    [HTTP_HEADERS.requestTime]: new Date().toISOString(),
  })
  const post = (path: string, body: object, more: Record<string, string>) =>
    fetch(`${server.url}/api${path}`, {
      method: 'POST',
      headers: { ...headers(), 'content-type': 'application/json', ...more },
      body: JSON.stringify(body),
    })
  const announced = await post(buildPath(createWebchatFile.path, { agentId }), buildAnnouncement(file), {})
  const answer = await announced.text()
  if (!announced.ok) throw new Error(`${file.name} of a visitor was answered with ${announced.status}: ${answer}`)
  const { data } = createWebchatFile.answer.parse(JSON.parse(answer))
  const cookie = (announced.headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''
  const put = (n: number, part: Buffer) =>
    fetch(`${server.url}/api${buildPath(putWebchatFilePart.path, { agentId, id: data.id, n: String(n) })}`, {
      method: 'PUT',
      headers: { ...headers(), ...BINARY_HEADERS, cookie },
      body: new Uint8Array(part),
    })
  await uploadParts(file, data, put)
  // As the page asks: by its last part again.
  const again = async () => {
    const response = await put(1, file.bytes.subarray(0, data.part_bytes ?? file.bytes.length))
    return response.ok ? putWebchatFilePart.answer.parse(await response.json()).data.state : 'stored'
  }
  const state = await waitUntilSettled(`${file.name} of a visitor`, again, (now) => now === 'stored' || now === 'refused')
  const body = { content: `arquivo ${file.n}`, ...(state === 'stored' ? { file_id: data.id, as: file.as } : {}) }
  const sent = await post(buildPath(sendWebchatMessage.path, { agentId }), body, {
    cookie,
    [HTTP_HEADERS.idempotencyKey]: `file-${file.n}`,
  })
  if (!sent.ok) throw new Error(`A visitor's ${file.name} was answered with ${sent.status}: ${await sent.text()}`)
  return state
}

/** A lead sends it over WhatsApp. */
async function sendOverWhatsapp(desk: WhatsappInstallation, { n, bytes, mime, as, name }: SentFile): Promise<void> {
  const id = `3754859${n}`
  desk.meta.files.set(id, { bytes, mimeType: mime })
  const media = { id, mime_type: mime, sha256: createHash('sha256').update(bytes).digest('base64') }
  const body = { type: as, [as]: as === 'document' ? { ...media, filename: name } : media }
  await desk.deliver(buildMessageWebhook(desk.numberId, { phone: `5521${960_000_000 + n}` }, `wamid.FILE${n}`, body))
}

/** The neighbour works until it is over: its list is requested, and its leads write. */
async function simulateNeighborWork(url: string, { agentId, people }: LoadTestTenant, round: number, over: AbortSignal) {
  const watching = measureListTimes({ url, agentId, token: people[0]?.token ?? '' }, over)
  let wrote = 0
  for (; !over.aborted; await wait(LEAD_INTERVAL_MS)) {
    wrote += 1
    await sendFirstVisitorMessage(url, { agentId, content: GREETING, n: round * 10_000 + wrote })
  }
  return { ...(await watching), wrote }
}

/** Sends hostile files by every way to one organisation while another one works. */
export async function sendHostileFiles(given: ScenarioRun): Promise<ScenarioResult> {
  const postgres = PostgresProcess.missing === null ? await PostgresProcess.launch() : null
  const desk = await startWhatsappInstallation({ TRUST_PROXY: '1', ...(postgres ? { DATABASE_URL: postgres.url } : {}) })
  const { server, world, place } = desk
  try {
    await desk.letAgentAnswer()
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
    const all = Array.from({ length: rounds }, () => FILES).flat()
    // Created in advance: this process measures the neighbour's list meanwhile.
    const create = (tag: string) => all.map((file, n): SentFile => ({ ...file, n, bytes: file.make(`${tag}${n}`) }))
    const [sent, ofVisitors] = [create('a'), create('b')]
    const failures: string[] = []
    const refused = { person: 0, visitor: 0 }
    const over = new AbortController()
    const working = simulateNeighborWork(server.url, neighbour, 3, over.signal)
    await runConcurrently(sent, 1, async (file) => {
      await wait(FILE_INTERVAL_MS)
      const ways = [
        uploadAsUser(desk, file).then((state) => (refused.person += Number(state === 'refused'))),
        uploadAsVisitor(desk, ofVisitors[file.n] ?? file).then((state) => (refused.visitor += Number(state === 'refused'))),
        sendOverWhatsapp(desk, file),
      ]
      for (const way of await Promise.allSettled(ways)) if (way.status === 'rejected') failures.push(String(way.reason))
    })
    // A message for each lead of WhatsApp and each visitor: at least what they sent.
    const messages = await waitForCount(desk.countMessages, 2 * sent.length)
    over.abort()
    const beside = await working
    const isAlive = server.process.exitCode === null && server.process.pid === pid
    await waitUntilFetched(desk, sent.length)
    // Before and after: other work on the machine comes and goes.
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
        'hostile files': `${FILES.length} kinds, ${sent.length} by each way`,
        'refused of people and visitors': `${refused.person} and ${refused.visitor}`,
        ...states,
        "neighbour's list, quiet p95 ms": before.p95,
        "neighbour's list, beside files p95 ms": during.p95,
        "neighbour's leads": wrote,
      },
      broken: [
        ...failures,
        // The embedded database works in the server's own process, and small teams only use it.
        ...(postgres ? findLimitViolation("neighbour's list, times slower", slower, MAX_SLOWDOWN) : []),
        ...findLimitViolation('looks that failed', quiet.failed + beside.failed + after.failed, 0),
        ...left.map(([state, count]) => `${count} ${state}`),
        ...(isAlive ? [] : ['the server ended']),
        ...(messages < 2 * sent.length ? [`only ${messages} of ${2 * sent.length} messages with files`] : []),
        ...(neighbours < wrote ? [`only ${neighbours} of ${wrote} messages of the neighbour's leads`] : []),
      ],
    }
  } finally {
    await desk.close()
    await postgres?.close()
  }
}

/** Waits until Meta has been asked for every file, and for a while longer. */
async function waitUntilFetched({ meta }: WhatsappInstallation, count: number): Promise<void> {
  await waitForCount(async () => new Set(meta.fetched).size, count, SETTLE_TIMEOUT_MS)
  await wait(BASELINE_MS)
}
