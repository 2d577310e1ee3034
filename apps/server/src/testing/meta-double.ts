import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const META_TOKEN = 'EAAG-token-of-the-double'

interface MetaTemplate {
  name: string
  language: string
  status: string
  category: string
  components: object[]
}

/** What the double does with a send: answers, refuses with a code, or breaks the line before or after taking it. */
export type SendPlan = 'accept' | { code: number; status?: number } | 'accept-then-reset' | 'reset' | 'gateway-page' | 'hang'

export interface SentBody {
  to?: string
  recipient?: string
  type?: string
  status?: string
  message_id?: string
  typing_indicator?: object
  text?: { body: string }
  template?: { name: string; language: { code: string }; components: object[] }
  biz_opaque_callback_data?: string
}

interface MetaFile {
  bytes: Buffer
  mimeType: string
  /** What is said of it, where that is not so. */
  said?: { sha256?: string; size?: number; url?: string }
  redirectTo?: string
  /** Answers that fail before one works. */
  failures?: number
}

/** Meta's Graph API on this machine, in its wire format: messages, templates, files. */
export interface MetaDouble {
  url: string
  /** Everything that was asked to be sent and was taken, with the id that it got. */
  accepted: { id: string; phoneNumberId: string; body: SentBody }[]
  /** Read receipts and typing. */
  presence: SentBody[]
  /** Every attempt to send, taken or not. */
  attempts: SentBody[]
  templates: MetaTemplate[]
  files: Map<string, MetaFile>
  /** Decides what becomes of a send. */
  plan: (body: SentBody, attempt: number) => SendPlan
  /** Numbers and accounts that answer to META_TOKEN. */
  known: Set<string>
  /** Calls that came with another token. */
  strangers: number
  /** Paths of files that were fetched. */
  fetched: string[]
  close(): Promise<void>
}

const ERRORS: Readonly<Record<number, number>> = { 190: 401, 130429: 429, 131056: 429, 4: 429, 80007: 429, 131016: 503 }

export async function openMetaDouble(): Promise<MetaDouble> {
  let counter = 0
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
    files: new Map(),
    plan: () => 'accept',
    known: new Set(),
    strangers: 0,
    fetched: [],
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    const [version, first = '', second] = pathname.slice(1).split('/')
    if (request.headers.authorization !== `Bearer ${META_TOKEN}`) {
      double.strangers++
      return refuse(response, 190)
    }
    if (version === 'files') return sendFile(response, first)
    if (version !== 'v26.0') return refuse(response, 100)
    if (double.files.has(first) && request.method === 'GET') return describeFile(response, first)
    if (!double.known.has(first)) return refuse(response, 100)
    if (request.method === 'POST' && second === 'messages') return takeMessage(request, response, first)
    if (second === 'message_templates') return answer(response, listTemplates(searchParams))
    return answer(response, { id: first, display_phone_number: '+55 11 4000-1234', verified_name: 'Loja Aurora' })
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
    const key = body.biz_opaque_callback_data ?? ''
    const attempt = (tries.get(key) ?? 0) + 1
    tries.set(key, attempt)
    const plan = double.plan(body, attempt)
    if (typeof plan === 'object') return refuse(response, plan.code, plan.status)
    if (plan === 'reset') return void request.socket.destroy()
    if (plan === 'gateway-page') return void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>')
    if (plan === 'hang') return
    const id = `wamid.OUT${++counter}`
    double.accepted.push({ id, phoneNumberId, body })
    if (plan === 'accept-then-reset') return void request.socket.destroy()
    return answer(response, {
      messaging_product: 'whatsapp',
      contacts: [{ input: body.to, wa_id: body.to?.slice(1) }],
      messages: [{ id }],
    })
  }

  function listTemplates(query: URLSearchParams) {
    const limit = Math.min(Number(query.get('limit') ?? 25), 2)
    const from = Number(query.get('after') ?? 0)
    const wanted = double.templates.filter(({ status }) => status === (query.get('status') ?? status))
    const more = from + limit < wanted.length
    return {
      data: wanted.slice(from, from + limit),
      paging: { cursors: { after: String(from + limit) }, ...(more ? { next: 'https://elsewhere.example/never-followed' } : {}) },
    }
  }

  function describeFile(response: ServerResponse, id: string): void {
    const { bytes, mimeType, said } = double.files.get(id) as MetaFile
    answer(response, {
      messaging_product: 'whatsapp',
      url: said?.url ?? `${url}/files/${id}`,
      mime_type: mimeType,
      sha256: said?.sha256 ?? createHash('sha256').update(bytes).digest('hex'),
      file_size: said?.size ?? bytes.length,
      id,
    })
  }

  function sendFile(response: ServerResponse, id: string): void {
    double.fetched.push(id)
    const file = double.files.get(id)
    if (!file) return refuse(response, 100)
    if ((file.failures ?? 0) > 0) {
      file.failures = (file.failures ?? 0) - 1
      response.writeHead(500).end()
      return
    }
    if (file.redirectTo) response.writeHead(302, { location: file.redirectTo }).end()
    else response.writeHead(200, { 'content-type': file.mimeType }).end(file.bytes)
  }

  return double
}

function answer(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function refuse(response: ServerResponse, code: number, status = ERRORS[code] ?? 400): void {
  const error = {
    message: `(#${code}) refused`,
    type: 'OAuthException',
    code,
    error_data: { messaging_product: 'whatsapp', details: 'because the double says so' },
    fbtrace_id: 'Az8or2yhqkZfEZ',
  }
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
}
