import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createSource, getSource } from '@prosa/contract/calls/agents/knowledge'
import { createFile, getFile, putFilePart } from '@prosa/contract/calls/conversations/files'
import { sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { createWebchatFile, putWebchatFilePart } from '@prosa/contract/calls/webchat/webchat-files'
import type { StoredFile } from '@prosa/contract/entities/files/file'
import { buildPath, HTTP_HEADERS } from '@prosa/contract/http'
import { buildMessageWebhook } from '../../../apps/server/src/testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import * as hostile from '../../../apps/server/src/testing/files/hostile-files.ts'
import { callAsUser } from '../clients/call-as-user.ts'
import type { WhatsappInstallation } from '../environment/whatsapp-installation.ts'

/** Milliseconds after which a file that is not stored or refused counts as lost. */
export const SETTLE_TIMEOUT_MS = 180_000

/** A kind of hostile file. */
interface HostileFile {
  readonly name: string
  /** Creates the file. Each tag gives other bytes, so that the server has not stored the content before. */
  readonly create: (tag: string) => Buffer
  /** Type of the WhatsApp message that carries the file. */
  readonly as: 'audio' | 'video' | 'image' | 'document'
  readonly mime: string
  readonly knowledge?: true
  readonly products?: true
}

/** Returns a function that creates a file whose format ignores trailing bytes, with the tag at its end. */
const appendTag =
  (create: () => Buffer) =>
  (tag: string): Buffer =>
    Buffer.concat([create(), Buffer.from(`\n${tag}`)])

const OFFICE_MIME_PREFIX = 'application/vnd.openxmlformats-officedocument.'
const DOCX = { as: 'document', mime: `${OFFICE_MIME_PREFIX}wordprocessingml.document`, knowledge: true } as const
const PDF = { as: 'document', mime: 'application/pdf', knowledge: true } as const
const CSV = { as: 'document', mime: 'text/plain', knowledge: true, products: true } as const
export const HOSTILE_FILES: readonly HostileFile[] = [
  { name: 'casa.mp4', create: appendTag(() => hostile.createMp4WithSampleCount()), as: 'video', mime: 'video/mp4' },
  { name: 'recado.aac', create: appendTag(hostile.createAacWithEmptyFrame), as: 'audio', mime: 'audio/aac' },
  { name: 'longo.aac', create: appendTag(() => hostile.createAacWithManyFrames(1_000_000)), as: 'audio', mime: 'audio/aac' },
  {
    name: 'proposta.ppt',
    create: appendTag(hostile.createCyclicOfficeFile),
    as: 'document',
    mime: 'application/vnd.ms-powerpoint',
  },
  { name: 'planta.png', create: appendTag(hostile.createHugePng), as: 'image', mime: 'image/png' },
  { name: 'fundo.pdf', create: appendTag(hostile.createNestedPdf), ...PDF },
  { name: 'ciclo.pdf', create: appendTag(hostile.createCyclicPdf), ...PDF },
  { name: 'bomba.docx', create: hostile.createZipBomb, ...DOCX },
  { name: 'fundo.docx', create: hostile.createNestedDocx, ...DOCX },
  { name: 'cheio.docx', create: hostile.createDocxWithManyComments, ...DOCX },
  {
    name: 'longe.xlsx',
    create: hostile.createSparseXlsx,
    as: 'document',
    mime: `${OFFICE_MIME_PREFIX}spreadsheetml.sheet`,
    knowledge: true,
    products: true,
  },
  { name: 'aspas.csv', create: appendTag(hostile.createCsvWithUnclosedQuotes), ...CSV },
  { name: 'larga.csv', create: appendTag(() => hostile.createWideCsv()), ...CSV },
  {
    name: 'frases.txt',
    create: appendTag(() => hostile.createShortSentenceText()),
    as: 'document',
    mime: 'text/plain',
    knowledge: true,
  },
]

/** A hostile file with its bytes. `n`: its position in the run. */
export interface SentFile extends HostileFile {
  readonly n: number
  readonly bytes: Buffer
}

const buildAnnouncement = ({ bytes, name, mime }: SentFile) => ({
  sha256: createHash('sha256').update(bytes).digest('hex'),
  size: bytes.length,
  mime_type: mime,
  filename: name,
})

/** Polls a value until it is settled, and returns it. @throws after SETTLE_TIMEOUT_MS */
async function waitUntilSettled<T>(what: string, get: () => Promise<T>, isSettled: (value: T) => boolean): Promise<T> {
  for (const end = Date.now() + SETTLE_TIMEOUT_MS; Date.now() < end; await wait(500)) {
    const value = await get()
    if (isSettled(value)) return value
  }
  throw new Error(`${what} did not settle`)
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

/** Uploads the file as a user, and creates a knowledge source from it if its kind allows that. Returns the file's last state. */
export async function uploadAsUser({ server, world }: WhatsappInstallation, file: SentFile): Promise<string> {
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
  const { state } = await waitUntilSettled(`${file.name} of a user`, get, isSettled)
  if (state !== 'stored') return state
  // A file can be one knowledge source only, so a table is a text in one round and a product list in the next.
  const kind = file.products && Math.floor(file.n / HOSTILE_FILES.length) % 2 === 1 ? 'products' : 'file'
  if (!file.knowledge) return state
  const made = await callAsUser(url, token, createSource, { body: { kind, title: `${file.name} ${file.n}`, file_id: id } })
  const fetchSource = async () => (await callAsUser(url, token, getSource, { params: { id: made.data._id } })).data
  await waitUntilSettled(`${file.name} as ${kind}`, fetchSource, (source) => source.state !== 'reading')
  return state
}

/** Uploads the file as a web chat visitor, and sends it if it is stored. Returns the file's last state. */
export async function uploadAsVisitor({ server, world }: WhatsappInstallation, file: SentFile): Promise<string> {
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
  // Like the web chat page, fetches the state by sending a part again.
  const repeatPart = async () => {
    const response = await put(1, file.bytes.subarray(0, data.part_bytes ?? file.bytes.length))
    return response.ok ? putWebchatFilePart.answer.parse(await response.json()).data.state : 'stored'
  }
  const state = await waitUntilSettled(`${file.name} of a visitor`, repeatPart, (now) => now === 'stored' || now === 'refused')
  const body = { content: `arquivo ${file.n}`, ...(state === 'stored' ? { file_id: data.id, as: file.as } : {}) }
  const sent = await post(buildPath(sendWebchatMessage.path, { agentId }), body, {
    cookie,
    [HTTP_HEADERS.idempotencyKey]: `file-${file.n}`,
  })
  if (!sent.ok) throw new Error(`A visitor's ${file.name} was answered with ${sent.status}: ${await sent.text()}`)
  return state
}

/** Sends the file as a lead on WhatsApp. */
export async function sendOverWhatsapp(
  installation: WhatsappInstallation,
  { n, bytes, mime, as, name }: SentFile,
): Promise<void> {
  const id = `3754859${n}`
  installation.meta.files.set(id, { bytes, mimeType: mime })
  const media = { id, mime_type: mime, sha256: createHash('sha256').update(bytes).digest('base64') }
  const body = { type: as, [as]: as === 'document' ? { ...media, filename: name } : media }
  await installation.deliver(
    buildMessageWebhook(installation.numberId, { phone: `5521${960_000_000 + n}` }, `wamid.FILE${n}`, body),
  )
}
