import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answer, refuse } from './meta-answers.ts'
import { type MetaBill, tellBill } from './meta-bill.ts'
import { headerMedia, type MetaFile, refusedCard, refusedHeader, type SentBody } from './meta-bodies.ts'
import { type MetaExample, metaExamples } from './meta-examples.ts'
import { metaFiles } from './meta-files.ts'
import { type MetaHistory, takeSync, tellHistory, wamidTo } from './meta-history.ts'
import { metaLinking } from './meta-linking.ts'
import { APP_TOKEN, META_TOKEN, type MetaNumber, metaSignup, SYSTEM_TOKEN, signupPage } from './meta-signup.ts'
import { type MetaTemplate, metaTemplates } from './meta-templates.ts'
import { readUpload, type Upload, type UploadPlan } from './meta-uploads.ts'

export { META_TOKEN, SYSTEM_TOKEN, signupPage }

/** What the double does with a send: answers, refuses with a code, or breaks the line before or after taking it. */
export type SendPlan = 'accept' | { code: number; status?: number } | 'accept-then-reset' | 'reset' | 'gateway-page' | 'hang'

/** Meta's Graph API on this machine, in its wire format: messages, templates, files. */
export interface MetaDouble {
  url: string
  /** Everything that was asked to be sent and was taken, with the id that it got. */
  accepted: { id: string; phoneNumberId: string; body: SentBody; at: number }[]
  /** Read receipts and typing. */
  presence: SentBody[]
  /** Every attempt to send, taken or not. */
  attempts: SentBody[]
  templates: MetaTemplate[]
  /** Examples of headers on their way, by the upload's name; the handles of those that came whole; after how many bytes the line breaks, once for each. */
  examples: Map<string, MetaExample>
  handles: Set<string>
  exampleCuts: number[]
  /** The subcode of its next no to a template; null: it judges by its rules. */
  refuseNext: number | null
  /** What it says of a number besides its name. */
  numberInfo: object
  files: Map<string, MetaFile>
  /** Files that were brought to it and that it has. */
  uploads: Upload[]
  /** Decides what becomes of an upload. */
  uploadPlan: (attempt: number) => UploadPlan
  /** Its clock: what was brought to it lives for 30 days. */
  now: () => number
  /** Accounts whose news are brought, each to where it was told: '' for the app's own address. */
  subscriptions: Map<string, string>
  /** Visits an address that it was told, with our word; false: nobody is there. */
  visit: (address: string, word: string) => Promise<boolean>
  /** What it says of a token. */
  tokenInfo: object
  /** PINs of numbers that have a verification in two steps; of the rest whatever comes first is kept. */
  pins: Map<string, string>
  /** Numbers that were to be registered, each time. */
  registered: string[]
  /** Whether it breaks the line after such a call, which it has carried out; what linking is about only. */
  cut: (what: string) => boolean | Promise<boolean>
  /** Accounts that their owners gave us access to, and the numbers of each. */
  shared: Set<string>
  accounts: Map<string, MetaNumber[]>
  /** Businesses whose token may be fetched by the platform's own. */
  businesses: Set<string>
  /** Somebody agrees on its page. @returns where that leads back to */
  consent(page: string): string
  /** What it refuses, by the part of the address that is asked for, with one of its codes. */
  refusals: Map<string, number>
  /** Decides what becomes of a send. */
  plan: (body: SentBody, attempt: number) => SendPlan
  /** Numbers and accounts that answer to META_TOKEN. */
  known: Set<string>
  /** Calls that came with another token. */
  strangers: number
  /** Paths of files that were fetched. */
  fetched: string[]
  /** With which token each picture of an advertisement was asked for; it needs none. */
  pictureAsks: (string | null)[]
  /** Files whose address was asked for. */
  described: string[]
  /** What its history has besides what it took itself; null: it offers none. */
  history: MetaHistory | null
  /** What it says that an account cost, in its currency; what was asked for it. */
  bill: MetaBill
  /** What phones were asked for, in order. */
  syncs: { phoneNumberId: string; syncType: string }[]
  /** Refuses such a question with this code, or breaks the line after taking it. */
  syncPlan: (syncType: string, attempt: number) => 'accept' | 'accept-then-reset' | { code: number }
  close(): Promise<void>
}

const UPLOAD_LIFE_MS = 30 * 86_400_000

export async function openMetaDouble(): Promise<MetaDouble> {
  let counter = 0
  let uploadAttempts = 0
  const tries = new Map<string, number>()
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const double: MetaDouble = {
    url: `${url}/v26.0`,
    accepted: [],
    presence: [],
    attempts: [],
    templates: [],
    examples: new Map(),
    handles: new Set(),
    exampleCuts: [],
    refuseNext: null,
    numberInfo: {},
    files: new Map(),
    uploads: [],
    uploadPlan: () => 'accept',
    now: Date.now,
    plan: () => 'accept',
    subscriptions: new Map(),
    visit: async () => false,
    tokenInfo: { is_valid: true, expires_at: 0 },
    pins: new Map(),
    registered: [],
    cut: () => false,
    shared: new Set(),
    accounts: new Map(),
    businesses: new Set(),
    consent: (page) => signup.consent(page),
    refusals: new Map(),
    known: new Set(),
    strangers: 0,
    fetched: [],
    described: [],
    history: null,
    bill: { currency: 'BRL', points: [], asked: 0 },
    syncs: [],
    syncPlan: () => 'accept',
    pictureAsks: [],
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  const files = metaFiles(double, url)
  const linking = metaLinking(double)
  const signup = metaSignup(double)
  const templates = metaTemplates(double)
  const examples = metaExamples(double)

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams, search } = new URL(request.url ?? '/', url)
    const [version, first = '', second] = pathname.slice(1).split('/')
    if (version === 'pictures') {
      double.pictureAsks.push(request.headers.authorization ?? null)
      return files.send(response, first)
    }
    if (examples.isOpen(first, second)) return examples.open(request, response, { id: `${first}${search}`, query: searchParams })
    const token = request.headers.authorization?.replace('Bearer ', '')
    if (signup.isOpen(version, first, second)) return signup.open({ first, token, query: searchParams }, request, response)
    if (token !== META_TOKEN && !(first === 'debug_token' && token === APP_TOKEN)) {
      double.strangers++
      return refuse(response, 190)
    }
    if (first === 'debug_token') return linking.debug(request, response)
    if (version === 'files') return files.send(response, first)
    if (version !== 'v26.0') return refuse(response, 100)
    if (double.files.has(first) && request.method === 'GET') return files.describe(response, first)
    if (request.method === 'POST' && templates.isKnown(first)) return templates.change(request, response, first)
    if (!double.known.has(first)) return refuse(response, 100)
    return ofKnown(request, response, { first, second, query: searchParams })
  }

  /** What is asked of a number or an account. */
  async function ofKnown(
    request: IncomingMessage,
    response: ServerResponse,
    { first, second, query }: { first: string; second: string | undefined; query: URLSearchParams },
  ): Promise<void> {
    if (request.method === 'POST' && second === 'media') return takeFile(request, response, first)
    if (request.method === 'POST' && second === 'messages') return takeMessage(request, response, first)
    if (request.method === 'POST' && (second === 'subscribed_apps' || second === 'register'))
      return linking.take(request, response, first, second)
    if (second === 'message_history') return double.history ? answer(response, tellHistory(double, query)) : refuse(response, 100)
    if (request.method === 'POST' && second === 'smb_app_data') return takeSync(double, request, response, first)
    if (second === 'phone_numbers') return signup.listNumbers(first, request, response)
    if (second === 'message_templates') return templates.ofAccount(request, response, query)
    if (query.get('fields')?.includes('pricing_analytics')) return tellBill(double.bill, query, response, first)
    return answer(response, {
      id: first,
      display_phone_number: '+55 11 4000-1234',
      verified_name: 'Loja Aurora',
      ...double.numberInfo,
    })
  }

  async function takeMessage(request: IncomingMessage, response: ServerResponse, phoneNumberId: string): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString()) as SentBody
    if (body.status === 'read') {
      double.presence.push(body)
      return answer(response, { success: true })
    }
    double.attempts.push(body)
    const media = body.image ?? body.video ?? body.audio ?? body.document ?? headerMedia(body)
    if (media && !isAlive(media.id, phoneNumberId)) return refuse(response, 100)
    const noCard = refusedCard(body) ?? refusedHeader(body, double.templates)
    if (noCard !== null) return refuse(response, noCard)
    const key = body.biz_opaque_callback_data ?? ''
    const attempt = (tries.get(key) ?? 0) + 1
    tries.set(key, attempt)
    const plan = double.plan(body, attempt)
    if (typeof plan === 'object') return refuse(response, plan.code, plan.status)
    if (plan === 'reset') return void request.socket.destroy()
    if (plan === 'gateway-page') return void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')
    if (plan === 'hang') return
    const id = double.history ? wamidTo(body.to ?? '', ++counter) : `wamid.OUT${++counter}`
    double.accepted.push({ id, phoneNumberId, body, at: Date.now() })
    if (plan === 'accept-then-reset') return void request.socket.destroy()
    return answer(response, {
      messaging_product: 'whatsapp',
      contacts: [{ input: body.to, wa_id: body.to?.slice(1) }],
      messages: [{ id }],
    })
  }

  async function takeFile(request: IncomingMessage, response: ServerResponse, phoneNumberId: string): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const plan = double.uploadPlan(++uploadAttempts)
    if (typeof plan === 'object') return refuse(response, plan.code, plan.status)
    if (plan === 'reset') return void request.socket.destroy()
    const read = await readUpload(Buffer.concat(chunks), request.headers['content-type'] ?? '')
    if ('code' in read) return refuse(response, read.code)
    const id = `media.${++counter}`
    double.uploads.push({ id, phoneNumberId, ...read, at: double.now() })
    if (plan === 'accept-then-reset') return void request.socket.destroy()
    return answer(response, { id })
  }

  const isAlive = (id: string, phoneNumberId: string): boolean =>
    double.uploads.some(
      (file) => file.id === id && file.phoneNumberId === phoneNumberId && double.now() - file.at < UPLOAD_LIFE_MS,
    )

  return double
}
