import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const APP_SECRET = 'app-secret-of-the-double'
export const META_TOKEN = 'EAAG-token-of-the-double'
export const META_NUMBER = { id: '106540352242922', account: '102290129340398', shown: '+55 11 4000-1234' }

const TEMPLATES = [
  {
    name: 'retomar_conversa',
    language: 'pt_BR',
    status: 'APPROVED',
    category: 'UTILITY',
    components: [
      { type: 'BODY', text: 'Oi {{1}}, ainda procura {{2}}?' },
      { type: 'FOOTER', text: 'Aurora Imóveis' },
      { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Quero continuar' }] },
    ],
  },
  {
    name: 'novidades_do_mes',
    language: 'pt_BR',
    status: 'APPROVED',
    category: 'MARKETING',
    components: [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text: 'Veja os lançamentos deste mês.' },
    ],
  },
]

interface Sent {
  id: string
  type?: string
  template?: { name: string; components: unknown[] }
}

/** Meta's Graph API as our server meets it: one number, its templates, and what is sent over it. */
export class MetaDouble {
  /** What the server is started with. */
  readonly env: Record<string, string>
  /** What was taken, with the id that it got. */
  readonly sent: Sent[] = []
  readonly #server

  private constructor(server: ReturnType<typeof createServer>) {
    this.#server = server
    this.env = {
      WHATSAPP_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v26.0`,
      WHATSAPP_APP_SECRET: APP_SECRET,
      WHATSAPP_VERIFY_TOKEN: 'verify-token-of-the-double',
    }
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      let body = ''
      request.setEncoding('utf8')
      request.on('data', (part: string) => (body += part))
      request.on('end', () => this.#answer(request, body, response))
    })
  }

  static async open(): Promise<MetaDouble> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new MetaDouble(server)
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  /** A lead's message comes in by the webhook; `hoursAgo` is when the lead wrote it. @returns the server's status */
  async deliver(
    origin: string,
    lead: { phone: string; name: string },
    id: string,
    message: object,
    hoursAgo = 0,
  ): Promise<number> {
    const timestamp = String(Math.floor(Date.now() / 1_000) - hoursAgo * 3_600)
    const value = {
      messaging_product: 'whatsapp',
      metadata: { display_phone_number: '551140001234', phone_number_id: META_NUMBER.id },
      contacts: [{ profile: { name: lead.name }, wa_id: lead.phone }],
      messages: [{ from: lead.phone, id, timestamp, ...message }],
    }
    const entry = [{ id: META_NUMBER.account, changes: [{ field: 'messages', value }] }]
    const body = JSON.stringify({ object: 'whatsapp_business_account', entry })
    const signature = createHmac('sha256', APP_SECRET).update(body).digest('hex')
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` }
    return (await fetch(`${origin}/webhooks/whatsapp`, { method: 'POST', headers, body })).status
  }

  #answer(request: IncomingMessage, body: string, response: ServerResponse): void {
    const json = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    const refuse = (status: number, code: number) =>
      json(status, { error: { message: `(#${code}) refused`, type: 'OAuthException', code } })
    const [, , subject, what] = new URL(request.url ?? '/', 'http://double').pathname.split('/')
    if (request.headers.authorization !== `Bearer ${META_TOKEN}`) refuse(401, 190)
    else if (subject === META_NUMBER.account && what === 'message_templates') json(200, { data: TEMPLATES })
    else if (subject !== META_NUMBER.id) refuse(400, 100)
    else if (what !== 'messages')
      json(200, { id: subject, display_phone_number: META_NUMBER.shown, verified_name: 'Aurora Imóveis' })
    else this.#take(JSON.parse(body) as Omit<Sent, 'id'>, json)
  }

  #take(message: Omit<Sent, 'id'>, json: (status: number, value: unknown) => void): void {
    // Read receipts and typing have no type.
    if (!message.type) return json(200, { success: true })
    const id = `wamid.OUT${this.sent.length + 1}`
    this.sent.push({ ...message, id })
    json(200, { messaging_product: 'whatsapp', messages: [{ id }] })
  }
}
