import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MetaDouble } from './meta-double-state.ts'
import { createExampleUploadHandlers } from './meta-example-uploads.ts'
import { createMediaHandlers, UPLOAD_LIFETIME_MS } from './meta-files.ts'
import { createLinkingHandlers } from './meta-linking.ts'
import { buildWamid, getMessageHistoryPage, handlePhoneSyncRequest } from './meta-message-history.ts'
import { sendPricingReport } from './meta-pricing.ts'
import { createRateLimits } from './meta-rate-limits.ts'
import {
  getStructuredContentErrorCode,
  getTemplateHeaderErrorCode,
  getTemplateHeaderMedia,
  type SendRequestBody,
} from './meta-request-bodies.ts'
import { sendMetaError, sendMetaResponse } from './meta-responses.ts'
import { APP_TOKEN, buildSignupPageUrl, createSignupHandlers, META_TOKEN, SYSTEM_TOKEN } from './meta-signup.ts'
import { createTemplateHandlers } from './meta-templates.ts'
import { parseMediaUpload } from './meta-uploads.ts'

export type { MetaDouble, MetaSendOutcome } from './meta-double-state.ts'
export { buildSignupPageUrl, META_TOKEN, SYSTEM_TOKEN }

/** Starts a double of Meta's Graph API. `port`: the port to listen on; 0 selects a free one. */
export async function openMetaDouble(port = 0): Promise<MetaDouble> {
  let counter = 0
  let uploadAttempts = 0
  const tries = new Map<string, number>()
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const double: MetaDouble = {
    url: `${url}/v26.0`,
    accepted: [],
    onTaken: () => {},
    stopped: new Set(),
    tier: null,
    presence: [],
    attempts: [],
    templates: [],
    examples: new Map(),
    handles: new Set(),
    exampleCuts: [],
    refuseNext: null,
    busy: null,
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

  const files = createMediaHandlers(double, url)
  const linking = createLinkingHandlers(double)
  const signup = createSignupHandlers(double)
  const templates = createTemplateHandlers(double)
  const examples = createExampleUploadHandlers(double)
  const rules = createRateLimits(double)

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
      return sendMetaError(response, 190)
    }
    if (first === 'debug_token') return linking.debug(request, response)
    if (version === 'files') return files.send(response, first)
    if (version !== 'v26.0') return sendMetaError(response, 100)
    if (request.method === 'GET' && files.isKnown(first)) return files.describe(response, first)
    if (request.method === 'DELETE' && second === undefined && files.remove(response, first)) return
    if (request.method === 'POST' && templates.isKnown(first)) return templates.change(request, response, first)
    if (!double.known.has(first)) return sendMetaError(response, 100)
    return ofKnown(request, response, { first, second, query: searchParams })
  }

  /** Answers requests about a number or an account. */
  async function ofKnown(
    request: IncomingMessage,
    response: ServerResponse,
    { first, second, query }: { first: string; second: string | undefined; query: URLSearchParams },
  ): Promise<void> {
    if (double.busy !== null && second !== 'messages') return sendMetaError(response, double.busy)
    if (request.method === 'POST' && second === 'media') return takeFile(request, response, first)
    if (request.method === 'POST' && second === 'messages') return takeMessage(request, response, first)
    if (request.method === 'POST' && (second === 'subscribed_apps' || second === 'register'))
      return linking.take(request, response, first, second)
    if (second === 'message_history')
      return double.history ? sendMetaResponse(response, getMessageHistoryPage(double, query)) : sendMetaError(response, 100)
    if (request.method === 'POST' && second === 'smb_app_data') return handlePhoneSyncRequest(double, request, response, first)
    if (second === 'phone_numbers') return signup.listNumbers(first, request, response)
    if (second === 'message_templates') return templates.ofAccount(request, response, query)
    if (query.get('fields')?.includes('pricing_analytics')) return sendPricingReport(double.bill, query, response, first)
    return sendMetaResponse(response, {
      id: first,
      display_phone_number: '+55 11 4000-1234',
      verified_name: 'Loja Aurora',
      ...double.numberInfo,
    })
  }

  async function takeMessage(request: IncomingMessage, response: ServerResponse, phoneNumberId: string): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString()) as SendRequestBody
    if (body.status === 'read') {
      double.presence.push(body)
      return sendMetaResponse(response, { success: true })
    }
    double.attempts.push(body)
    const media = body.image ?? body.video ?? body.audio ?? body.document ?? getTemplateHeaderMedia(body)
    if (media && !isAlive(media.id, phoneNumberId)) return sendMetaError(response, 100)
    const noCard = getStructuredContentErrorCode(body) ?? getTemplateHeaderErrorCode(body, double.templates)
    if (noCard !== null) return sendMetaError(response, noCard)
    const key = body.biz_opaque_callback_data ?? ''
    const attempt = (tries.get(key) ?? 0) + 1
    tries.set(key, attempt)
    const plan = double.plan(body, attempt)
    if (typeof plan === 'object') return sendMetaError(response, plan.code, plan.status)
    if (plan === 'reset') return void request.socket.destroy()
    if (plan === 'gateway-page') return void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')
    if (plan === 'hang') return
    const tooMuch = rules.refusal(body, phoneNumberId)
    if (tooMuch !== null) return sendMetaError(response, tooMuch)
    const id = double.history ? buildWamid(body.to ?? '', ++counter) : `wamid.OUT${++counter}`
    const taken = { id, phoneNumberId, body, at: Date.now() }
    double.accepted.push(taken)
    double.onTaken(taken)
    if (plan === 'accept-then-reset') return void request.socket.destroy()
    return sendMetaResponse(response, {
      messaging_product: 'whatsapp',
      contacts: [{ input: body.to, wa_id: body.to?.slice(1) }],
      messages: [{ id }],
    })
  }

  async function takeFile(request: IncomingMessage, response: ServerResponse, phoneNumberId: string): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const plan = double.uploadPlan(++uploadAttempts)
    if (typeof plan === 'object') return sendMetaError(response, plan.code, plan.status)
    if (plan === 'reset') return void request.socket.destroy()
    const read = await parseMediaUpload(Buffer.concat(chunks), request.headers['content-type'] ?? '')
    if ('code' in read) return sendMetaError(response, read.code)
    const id = `media.${++counter}`
    double.uploads.push({ id, phoneNumberId, ...read, at: double.now() })
    if (plan === 'accept-then-reset') return void request.socket.destroy()
    return sendMetaResponse(response, { id })
  }

  const isAlive = (id: string, phoneNumberId: string): boolean =>
    double.uploads.some(
      (file) => file.id === id && file.phoneNumberId === phoneNumberId && double.now() - file.at < UPLOAD_LIFETIME_MS,
    )

  return double
}
