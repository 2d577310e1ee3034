import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ConsentPageBehavior, sendConsentPage } from './google-consent-page.ts'

const OAUTH_CLIENT = { id: 'client-id.apps.test', secret: 'client-secret' }

export interface GoogleDouble {
  env: Record<string, string>
  /** Returns the parameters of the redirect after a user consents at the given URL. */
  consent(authUrl: string, email?: string): { code: string; state: string }
  events: Record<string, unknown>[]
  /** Deleted events, and whether their guests were notified. */
  deleted: { id: string; guests: boolean }[]
  /** Answers the next `times` calls of the calendar with this status. */
  fail(status: number, times: number): void
  /** Executes the next `times` calls of the calendar but closes the connection before it answers. */
  loseAnswers(times: number): void
  revoked: string[]
  /** Settings of the consent page that a browser opens. */
  consentPage: ConsentPageBehavior
  /** Whether the server has a valid access token. */
  isAuthorized(): boolean
  /** Invalidates all refresh tokens, as when a user withdraws their consent at Google. */
  withdraw(): void
  close(): Promise<void>
}

const extractEventId = (request: IncomingMessage): string =>
  /[^/?]+(?=\?|$)/.exec((request.url ?? '').split('?')[0] ?? '')?.[0] ?? ''

/** Starts a double of the Google OAuth and Calendar endpoints that the server uses. It validates requests as strictly as Google. */
export async function openGoogleDouble(): Promise<GoogleDouble> {
  const codes = new Map<string, { challenge: string; redirectUri: string; email: string }>()
  const tokens = new Set<string>()
  const events: Record<string, unknown>[] = []
  const revoked: string[] = []
  const deleted: { id: string; guests: boolean }[] = []
  const manners: ConsentPageBehavior = { account: 'ana@aurora.test', severs: false, forgetsCode: false }
  let failing = { status: 0, times: 0 }
  let losing = 0

  /**
   * Stores a consent.
   * @returns the code for the redirect
   */
  const agree = (asked: URLSearchParams, email: string): string => {
    const code = `code-${randomBytes(6).toString('hex')}`
    codes.set(code, { challenge: asked.get('code_challenge') ?? '', redirectUri: asked.get('redirect_uri') ?? '', email })
    return code
  }

  const routes: Record<string, (request: IncomingMessage, body: string) => { status: number; body: unknown }> = {
    'POST /token': (_request, body) => {
      const form = new URLSearchParams(body)
      if (form.get('client_id') !== OAUTH_CLIENT.id || form.get('client_secret') !== OAUTH_CLIENT.secret)
        return { status: 401, body: { error: 'invalid_client' } }
      if (form.get('grant_type') === 'refresh_token') {
        if (!tokens.has(form.get('refresh_token') ?? '')) return { status: 400, body: { error: 'invalid_grant' } }
        return { status: 200, body: { access_token: `at-${form.get('refresh_token')}`, expires_in: 3599, token_type: 'Bearer' } }
      }
      const known = codes.get(form.get('code') ?? '')
      codes.delete(form.get('code') ?? '')
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url')
      if (!known || known.challenge !== challenge || known.redirectUri !== form.get('redirect_uri'))
        return { status: 400, body: { error: 'invalid_grant' } }
      const refreshToken = `rt-${randomBytes(6).toString('hex')}`
      tokens.add(refreshToken)
      const claims = Buffer.from(JSON.stringify({ aud: OAUTH_CLIENT.id, email: known.email })).toString('base64url')
      const idToken = `${Buffer.from('{"alg":"RS256"}').toString('base64url')}.${claims}.c2ln`
      return {
        status: 200,
        body: { access_token: 'at', refresh_token: refreshToken, id_token: idToken, expires_in: 3599, token_type: 'Bearer' },
      }
    },
    'POST /revoke': (request, body) => {
      const token =
        new URL(request.url ?? '', 'http://x').searchParams.get('token') ?? new URLSearchParams(body).get('token') ?? ''
      revoked.push(token)
      return { status: tokens.delete(token) ? 200 : 400, body: {} }
    },
    'POST /calendar/v3/calendars/primary/events': (_request, body) => {
      const event = JSON.parse(body) as Record<string, unknown>
      if (events.some((known) => known.id === event.id)) return { status: 409, body: { error: { code: 409 } } }
      events.push(event)
      return { status: 200, body: { ...event, htmlLink: `https://calendar.test/event?eid=${String(event.id)}` } }
    },
    'PATCH /calendar/v3/calendars/primary/events/:id': (request, body) => {
      const event = events.find(({ id }) => id === extractEventId(request))
      return event
        ? { status: 200, body: Object.assign(event, JSON.parse(body)) }
        : { status: 404, body: { error: { code: 404 } } }
    },
    'DELETE /calendar/v3/calendars/primary/events/:id': (request) => {
      const id = extractEventId(request)
      const at = events.findIndex((event) => event.id === id)
      const isKnown = deleted.some((gone) => gone.id === id)
      if (at < 0) return { status: isKnown ? 410 : 404, body: { error: { code: 404 } } }
      events.splice(at, 1)
      deleted.push({ id, guests: new URL(request.url ?? '', 'http://x').searchParams.get('sendUpdates') === 'all' })
      return { status: 204, body: null }
    },
  }

  const answerTo = (request: IncomingMessage, body: string) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    if (path.startsWith('/calendar/')) {
      if (failing.times-- > 0) return { status: failing.status, body: { error: { code: failing.status } } }
      if (!tokens.has((request.headers.authorization ?? '').replace(/^Bearer at-/, '')))
        return { status: 401, body: { error: { code: 401 } } }
    }
    const handler = routes[`${request.method} ${path}`] ?? routes[`${request.method} ${path.replace(/[^/]+$/, ':id')}`]
    return handler?.(request, body) ?? { status: 404, body: {} }
  }

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const asked = new URL(request.url ?? '/', 'http://double')
      if (asked.pathname === '/o/oauth2/v2/auth') {
        sendConsentPage(response, manners, asked.searchParams, () => agree(asked.searchParams, manners.account))
        return
      }
      const answer = answerTo(request, Buffer.concat(chunks).toString())
      if (request.url?.startsWith('/calendar/') && losing-- > 0) {
        request.socket.destroy()
        return
      }
      response
        .writeHead(answer.status, { 'content-type': 'application/json' })
        .end(answer.body === null ? '' : JSON.stringify(answer.body))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    env: {
      GOOGLE_CLIENT_ID: OAUTH_CLIENT.id,
      GOOGLE_CLIENT_SECRET: OAUTH_CLIENT.secret,
      GOOGLE_API_URL: url,
      GOOGLE_OAUTH_URL: url,
    },
    consent: (authUrl, email = manners.account) => {
      const asked = new URL(authUrl).searchParams
      return { code: agree(asked, email), state: asked.get('state') ?? '' }
    },
    consentPage: manners,
    isAuthorized: () => tokens.size > 0,
    events,
    deleted,
    fail: (status, times) => {
      failing = { status, times }
    },
    loseAnswers: (times) => {
      losing = times
    },
    revoked,
    withdraw: () => tokens.clear(),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
