import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const CLIENT = { id: 'client-id.apps.test', secret: 'client-secret' }
const ACCOUNT = 'ana@agenda.test'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** Google as a person and our server meet it: a consent page, tokens, events. */
export class GoogleDouble {
  /** What the server is started with. */
  readonly env: Record<string, string>
  readonly account = ACCOUNT
  /** The events that were written to the account's calendar. */
  readonly events: Record<string, unknown>[] = []
  /** Makes the consent page cut itself off from whoever opened it, as its own headers may ask a browser to. */
  severs = false
  /** Leads back without a code, as no Google should. */
  forgetsCode = false
  readonly #server
  readonly #codes = new Map<string, { challenge: string; redirectUri: string }>()
  readonly #tokens = new Set<string>()

  private constructor(server: ReturnType<typeof createServer>) {
    this.#server = server
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    this.env = {
      GOOGLE_CLIENT_ID: CLIENT.id,
      GOOGLE_CLIENT_SECRET: CLIENT.secret,
      GOOGLE_API_URL: url,
      GOOGLE_OAUTH_URL: url,
    }
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      let body = ''
      request.setEncoding('utf8')
      request.on('data', (part: string) => (body += part))
      request.on('end', () => this.#answer(request, body, response))
    })
  }

  static async open(): Promise<GoogleDouble> {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new GoogleDouble(server)
  }

  /** True while our server holds a token that works. */
  get isAuthorized(): boolean {
    return this.#tokens.size > 0
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  #answer(request: IncomingMessage, body: string, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', 'http://double')
    const json = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (request.method === 'GET' && url.pathname === '/o/oauth2/v2/auth') {
      const headers = { 'content-type': 'text/html; charset=utf-8' }
      response
        .writeHead(200, this.severs ? { ...headers, 'cross-origin-opener-policy': 'same-origin' } : headers)
        .end(this.#consentPage(url.searchParams))
    } else if (url.pathname === '/token') json(...this.#token(new URLSearchParams(body)))
    else if (url.pathname === '/revoke') {
      const token = url.searchParams.get('token') ?? new URLSearchParams(body).get('token') ?? ''
      json(this.#tokens.delete(token) ? 200 : 400, {})
    } else if (url.pathname === '/calendar/v3/calendars/primary/events') {
      const event = JSON.parse(body) as Record<string, unknown>
      this.events.push(event)
      json(200, { ...event, htmlLink: `https://calendar.test/event?eid=${String(event['id'])}` })
    } else json(404, {})
  }

  #consentPage(asked: URLSearchParams): string {
    const redirectUri = asked.get('redirect_uri') ?? ''
    const code = `4/0${randomBytes(9).toString('base64url')}`
    this.#codes.set(code, { challenge: asked.get('code_challenge') ?? '', redirectUri })
    const back = (answer: Record<string, string>) =>
      escaped(`${redirectUri}?${new URLSearchParams({ ...answer, state: asked.get('state') ?? '' })}`)
    return `<!doctype html><html lang="pt-BR"><link rel="icon" href="data:,"><title>Google</title><h1>A Prosa quer acesso à sua agenda</h1>
      <p><a href="${back(this.forgetsCode ? {} : { code })}">Permitir</a></p>
      <p><a href="${back({ error: 'access_denied' })}">Negar</a></p></html>`
  }

  #token(form: URLSearchParams): [number, unknown] {
    const refresh = form.get('refresh_token') ?? ''
    if (form.get('grant_type') === 'refresh_token')
      return this.#tokens.has(refresh)
        ? [200, { access_token: 'at', expires_in: 3599, token_type: 'Bearer' }]
        : [400, { error: 'invalid_grant' }]
    const known = this.#codes.get(form.get('code') ?? '')
    this.#codes.delete(form.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!known || known.challenge !== challenge || known.redirectUri !== form.get('redirect_uri'))
      return [400, { error: 'invalid_grant' }]
    const token = `rt-${randomBytes(6).toString('hex')}`
    this.#tokens.add(token)
    const claims = Buffer.from(JSON.stringify({ aud: CLIENT.id, email: ACCOUNT })).toString('base64url')
    const idToken = `${Buffer.from('{"alg":"RS256"}').toString('base64url')}.${claims}.c2ln`
    return [200, { access_token: 'at', refresh_token: token, id_token: idToken, expires_in: 3599, token_type: 'Bearer' }]
  }
}
