import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BareAnswers, BareProviderError, type BareRequest, throwNotFound } from './bare-answer.ts'
import {
  type BareConversation,
  type BareUser,
  createBareConversation,
  createBareData,
  createBareId,
  createBareMessage,
} from './bare-data.ts'
import { BareSockets } from './bare-sockets.ts'
import { conversationAnswers } from './conversation-answers.ts'
import { insertInvitation, peopleAnswers } from './people-answers.ts'
import { findSpecifiedCall } from './specified-calls.ts'

const ANSWERS: BareAnswers = { ...peopleAnswers, ...conversationAnswers }
const PUBLIC_CALLS = /^(POST \/auth\/(login|logout|refresh)|(GET|POST) \/onboarding\/:token)$/
/** The headers of section 7 and the one for JSON. CORS preflight requests with any other header are refused. */
const ALLOWED_HEADERS = 'content-type, x-request-time, x-timezone'

const parseBody = async (request: IncomingMessage): Promise<Record<string, unknown>> => {
  let text = ''
  for await (const part of request.setEncoding('utf8')) text += String(part)
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
}

/** A provider that implements only the specification: other ids, no cursors, no sequence numbers of messages, another origin. */
export class BareProvider {
  readonly url: string
  /** Requests that violate section 7. */
  readonly unexpected: string[] = []
  readonly world = createBareData()
  readonly #http
  readonly #sockets: BareSockets
  /** Origin of the panel that it accepts. */
  readonly panel: string
  readonly #sessions = new Map<string, BareUser>()

  private constructor(http: ReturnType<typeof createServer>, panel: string) {
    this.#http = http
    this.panel = panel
    this.url = `http://localhost:${(http.address() as AddressInfo).port}`
    const userOfToken = (token: string) => this.world.users.find(({ id }) => token === `socket-of-${id}`)
    http.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (!request.url?.startsWith('/socket.io/')) void this.#answer(request, response)
    })
    this.#sockets = new BareSockets(http, { origin: panel, userOfToken })
  }

  /** Starts the provider for a panel on one origin only. */
  static async open(panel: string): Promise<BareProvider> {
    const http = createServer().listen(0, '127.0.0.1')
    await once(http, 'listening')
    return new BareProvider(http, panel)
  }

  async close(): Promise<void> {
    this.#sockets.close()
    this.#http.closeAllConnections()
    this.#http.close()
    await once(this.#http, 'close')
  }

  /** Creates a new lead with a first message to an agent. */
  leadArrives(agentId: string, text: string): BareConversation {
    const conversation = createBareConversation(agentId, createBareId('Lead'), { messages: 0 })
    this.world.conversations.push(conversation)
    this.leadSays(conversation, text)
    return conversation
  }

  leadSays(conversation: BareConversation, text: string): void {
    const message = createBareMessage('humano', text, new Date().toISOString())
    conversation.history.push(message)
    conversation.unread++
    this.#sockets.tell(this.world.home, conversation, message)
  }

  /**
   * Creates a pending invitation.
   * @returns its token
   */
  invite(email: string): string {
    const home = this.world.tenants.find(({ id }) => id === this.world.home)
    if (!home) throw new Error('The bare world has no organisation')
    return insertInvitation(this.world, { email, role: 'operator' }, home).token
  }

  markReadFails(conversation: BareConversation): void {
    this.#sockets.markReadFails(conversation)
  }

  agentTypes(conversation: BareConversation, isTyping: boolean): void {
    this.#sockets.agentTyping(conversation, isTyping)
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('access-control-allow-origin', this.panel)
    response.setHeader('access-control-allow-credentials', 'true')
    if (request.method === 'OPTIONS') {
      response.setHeader('access-control-allow-headers', ALLOWED_HEADERS)
      response.setHeader('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE')
      response.setHeader('access-control-max-age', '600')
      response.writeHead(204).end()
      return
    }
    try {
      const answer = await this.#act(request, response)
      if (answer === null) response.writeHead(200).end()
      else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    } catch (error) {
      const { status, code, message, fieldErrors } =
        error instanceof BareProviderError
          ? error
          : new BareProviderError(500, 'INTERNAL_ERROR', error instanceof Error ? error.message : 'Erro')
      const refusal = { success: false, message, error: code, code, timestamp: new Date().toISOString(), fieldErrors }
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(refusal))
    }
  }

  async #act(request: IncomingMessage, response: ServerResponse): Promise<object | null> {
    const url = new URL(request.url ?? '/', this.url)
    const found = findSpecifiedCall(request.method ?? '', url.pathname)
    const answer = found && ANSWERS[found.call]
    if (!answer) return throwNotFound()
    const { origin, 'x-request-time': time, 'x-timezone': zone } = request.headers
    // Requests that a test makes directly have no origin and need no such headers.
    if (origin && !(time && zone)) this.unexpected.push(`${found.call} without its headers`)
    const session = /(?:^|; )bare-session=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
    const user = this.#sessions.get(session)
    if (!user && !PUBLIC_CALLS.test(found.call)) throw new BareProviderError(401, 'TOKEN_EXPIRED', 'Sessão expirada')
    if (!user && found.call === 'POST /auth/refresh') throw new BareProviderError(401, 'TOKEN_REFRESH_FAILED', 'Sessão expirada')
    const asked: BareRequest = {
      world: this.world,
      // Public calls do not use the user.
      user: user as BareUser,
      params: found.params,
      query: url.searchParams,
      body: await parseBody(request),
      panel: this.panel,
      tell: (conversation, message) => this.#sockets.tell(this.world.home, conversation, message),
      signIn: (who) => {
        const id = createBareId('session')
        this.#sessions.set(id, who)
        response.setHeader('set-cookie', `bare-session=${id}; Path=/; HttpOnly; SameSite=Lax`)
      },
      signOut: (everywhere) => {
        for (const [id, owner] of this.#sessions) if (id === session || (everywhere && owner === user)) this.#sessions.delete(id)
      },
    }
    return answer(asked)
  }
}
