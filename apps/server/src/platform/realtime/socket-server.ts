import type { Server as HttpServer } from 'node:http'
import type { ErrorCode } from '@prosa/contract/errors'
import {
  type ClientEvent,
  type ClientEventName,
  type ClientToServer,
  clientEvents,
  type EventAck,
  type EventResponse,
  type ServerEventName,
  type ServerToClient,
} from '@prosa/contract/events'
import type { FastifyBaseLogger } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { type Socket as IoSocket, Server } from 'socket.io'
import type { Identity } from '../access/identity.ts'
import type { Config } from '../config/config.ts'
import { AppError } from '../errors.ts'
import { getClientIp } from '../http/client-address/get-client-ip.ts'
import { getIpLimitKey } from '../http/client-address/ip-limit-key.ts'
import { toAppError } from '../http/error-handler.ts'
import { isAllowedOrigin } from '../http/security.ts'
import { SOCKET_CONNECT_TIMEOUT_MS } from '../http/timeouts.ts'
import type { Broadcast } from './broadcasts.ts'
import { createPacketLimit } from './packet-limit.ts'
import type { PresenceTracker } from './presence.ts'
import { rooms } from './rooms.ts'
import { createSocketCounter } from './socket-limits.ts'

type NoEvents = Record<string, never>
export type Socket = IoSocket<ClientToServer, ServerToClient, NoEvents, { identity: Identity }>
type IoServer = Server<ClientToServer, ServerToClient, NoEvents, { identity: Identity }>

/**
 * Handlers of the events that clients send. A thrown error is returned to the client in the acknowledgement and does not crash the process.
 */
export type SocketHandlers = {
  [N in ClientEventName]: (socket: Socket, payload: ClientEvent<N>) => Promise<EventResponse | void>
}

/** The open sockets of this process. Events for sockets of other processes are sent as domain events. */
export interface RealtimeServer {
  emit<N extends ServerEventName>(event: N, broadcast: Broadcast<N>): void
  /** Closes all connections, spread over a few seconds. Clients reconnect automatically and then fetch what they missed. */
  forceReconnect(): void
  countSockets(): number
  close(): void
}

/** Maximum number of events that one socket may send in a minute. */
const MAX_EVENTS_PER_MINUTE = 100
/**
 * Maximum number of handshakes that one IP address may start in ten seconds. An office of 200 people may reconnect at once after an
 * interruption.
 */
const HANDSHAKE_LIMIT = { points: 300, duration: 10 }
/**
 * Milliseconds between two checks whether the sessions of open sockets are still valid. A session may expire, or another process may end
 * it.
 */
const SESSION_CHECK_INTERVAL_MS = 1_000
/** Milliseconds over which `reconnect` spreads the closing of connections, so that not all clients reconnect at the same time. */
const RECONNECT_SPREAD_MS = 5_000
/** Number of sockets whose sessions are checked in one round. If there are more sockets, the rounds check them in turn. */
const SOCKETS_PER_CHECK = 100

/** Milliseconds that the client has to respond to a close frame. */
const CLOSE_TIMEOUT_MS = 1_000

/**
 * Starts Socket.IO on the HTTP server.
 * `consumeSocketTicket`: consumes the ticket of a handshake and returns the user; null if the ticket is invalid.
 * `findIdentity`: returns the current user of a session; null if the session has ended.
 */
export function startSocketServer(
  http: HttpServer,
  {
    config,
    log,
    consumeSocketTicket,
    findIdentity,
    handlers,
    presence,
  }: {
    config: Config
    log: FastifyBaseLogger
    consumeSocketTicket: (ticket: unknown) => Promise<Identity | null>
    findIdentity: (identity: Identity) => Promise<Identity | null>
    handlers: SocketHandlers
    presence: Pick<PresenceTracker, 'addSocket' | 'removeSocket'>
  },
): RealtimeServer {
  const handshakes = new RateLimiterMemory(HANDSHAKE_LIMIT)
  const counts = createSocketCounter()
  const limit = createPacketLimit()
  const io: IoServer = new Server(http, {
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: 64 * 1024,
    connectTimeout: SOCKET_CONNECT_TIMEOUT_MS,
    // Socket.IO's connection state recovery is disabled, because it would readmit a revoked client without checking its ticket.
    allowRequest: (request, decide) => {
      const { origin, host } = request.headers
      // Handshakes from other sites' pages are not counted, because such a page could use up the rate limit of its visitors' IP address.
      if (origin !== undefined && !isAllowedOrigin(origin, host, config)) return decide(null, false)
      void handshakes.consume(getIpLimitKey(getClientIp(request, config.trustProxy))).then(
        () => decide(null, true),
        () => decide(null, false),
      )
    },
    cors: { origin: [...config.corsOrigins], credentials: true },
  })
  io.engine.on('connection', destroyAfterClose)
  io.use((socket, next) => {
    consumeSocketTicket(socket.handshake.auth.token).then(
      (who) => {
        if (!who) return next(createHandshakeError('TOKEN_INVALID'))
        const close = counts.open(who)
        if (!close) return next(createHandshakeError('RATE_LIMIT_EXCEEDED'))
        // A connection that was closed in the meantime emits no 'close' event any more.
        if (socket.conn.readyState !== 'open') return close()
        socket.conn.once('close', close)
        socket.data.identity = who
        next()
      },
      (error: unknown) => {
        log.error({ err: error }, 'socket handshake failed')
        next(new Error('SERVICE_UNAVAILABLE'))
      },
    )
  })
  io.on('connection', (socket) => {
    const { tenantId, sessionId, userId } = socket.data.identity
    limit(socket, { tenantId, userId })
    presence.addSocket({ tenantId, userId })
    socket.on('disconnect', () => {
      presence.removeSocket({ tenantId, userId })
      // Without a namespace the connection belongs to no user, and would stay open indefinitely.
      socket.conn.close()
    })
    void socket.join([rooms.tenant(tenantId), rooms.session(sessionId), rooms.member(tenantId, userId)])
    registerEventHandlers(socket, handlers, log)
  })
  const watch = setInterval(createSessionCheck(io, findIdentity, log), SESSION_CHECK_INTERVAL_MS).unref()
  return {
    emit: (event, { room, exceptRoom, payload, disconnectsSockets: isLast }) => {
      const target = exceptRoom ? io.to(room).except(exceptRoom) : io.to(room)
      // Event name and payload are typed together in `Broadcast`; Socket.IO's generics cannot express that.
      ;(target.emit as (name: string, body: unknown) => void)(event, payload)
      if (isLast) target.disconnectSockets(true)
    },
    forceReconnect: () => {
      const sockets = [...io.sockets.sockets.values()]
      sockets.forEach((socket, place) => {
        setTimeout(() => socket.conn.close(), (place / sockets.length) * RECONNECT_SPREAD_MS).unref()
      })
    },
    countSockets: () => io.sockets.sockets.size,
    // Does not wait for the HTTP server to close, which Fastify does: this would wait for every open event stream.
    close: () => {
      clearInterval(watch)
      io.disconnectSockets(true)
      io.engine.close()
    },
  }
}

/**
 * Destroys the network connection of a closed WebSocket whose client does not respond to the close frame. The WebSocket library would wait
 * for the response for 30 seconds.
 */
function destroyAfterClose(connection: Socket['conn']): void {
  if (connection.transport.name !== 'websocket') return
  connection.once('close', () => setTimeout(() => connection.request.socket.destroy(), CLOSE_TIMEOUT_MS).unref())
}

/**
 * Returns a function that checks the sessions of the next sockets. Disconnects sockets whose session has ended, and updates changed names
 * and roles. A user who must set up a second factor first keeps the session, but is disconnected (TRUST-12).
 */
function createSessionCheck(
  io: IoServer,
  findIdentity: (identity: Identity) => Promise<Identity | null>,
  log: FastifyBaseLogger,
): () => void {
  let round = io.sockets.sockets.values()
  const look = async (socket: Socket) => {
    const who = await findIdentity(socket.data.identity)
    if (who && !who.isSecondStepDue) {
      socket.data.identity = who
      return
    }
    if (!who) socket.emit('session_ended', { code: 'TOKEN_INVALID' })
    socket.disconnect(true)
  }
  return () => {
    for (let looked = 0; looked < SOCKETS_PER_CHECK; looked++) {
      const { value: socket, done } = round.next()
      if (done) {
        round = io.sockets.sockets.values()
        return
      }
      // If the session cannot be checked because the database is unreachable, the socket stays open.
      look(socket).catch((error: unknown) => log.warn({ err: error }, 'a session could not be looked at'))
    }
  }
}

const createHandshakeError = (code: ErrorCode) => Object.assign(new Error(code), { data: { code } })

function registerEventHandlers(socket: Socket, handlers: SocketHandlers, log: FastifyBaseLogger): void {
  const limiter = new RateLimiterMemory({ points: MAX_EVENTS_PER_MINUTE, duration: 60 })
  /** Handles the events of a socket one after the other, so that a 'leave' does not overtake a 'join' that is still being checked. */
  let turn: Promise<unknown> = Promise.resolve()
  for (const name of Object.keys(clientEvents) as ClientEventName[]) {
    socket.on(name, (...args: unknown[]) => {
      const last = args.at(-1)
      const ack = typeof last === 'function' ? (last as (answer: EventAck) => void) : () => {}
      turn = turn
        .then(() => handle(name, args[0]))
        .then(ack, (error: unknown) => {
          log.error({ err: error, event: name }, 'socket event failed')
          ack({ ok: false, code: toAppError(error as Error).code })
        })
    })
  }

  async function handle(name: ClientEventName, raw: unknown): Promise<EventAck> {
    if (!(await limiter.consume('events').then(returnTrue, returnFalse))) return { ok: false, code: 'RATE_LIMIT_EXCEEDED' }
    const parsed = clientEvents[name].safeParse(raw)
    if (!parsed.success) return { ok: false, code: 'VALIDATION_ERROR' }
    try {
      // Name and payload were validated together just above.
      const answer = await (handlers[name] as (socket: Socket, payload: unknown) => Promise<EventResponse | void>)(
        socket,
        parsed.data,
      )
      return { ok: true, ...answer }
    } catch (error) {
      if (error instanceof AppError) return { ok: false, code: error.code }
      throw error
    }
  }
}

const returnTrue = () => true
const returnFalse = () => false
