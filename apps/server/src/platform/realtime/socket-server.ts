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

/** Handlers of the events that clients send. A thrown error is returned to the client. */
export type SocketHandlers = {
  [N in ClientEventName]: (socket: Socket, payload: ClientEvent<N>) => Promise<EventResponse | void>
}

/** The open sockets of this process. Other processes receive events as domain events. */
export interface RealtimeServer {
  emit<N extends ServerEventName>(event: N, broadcast: Broadcast<N>): void
  /** Closes all connections, spread over a few seconds. Clients reconnect automatically and fetch missed events. */
  forceReconnect(): void
  countSockets(): number
  close(): void
}

/** Maximum number of events from one socket in a minute. */
const MAX_EVENTS_PER_MINUTE = 100
/** Maximum number of handshakes of one IP address in ten seconds. An office of 200 people may reconnect at once. */
const HANDSHAKE_LIMIT = { points: 300, duration: 10 }
/** Milliseconds between two checks of the sessions of open sockets. A session may expire, or end in another process. */
const SESSION_CHECK_INTERVAL_MS = 1_000
/** Milliseconds over which `forceReconnect` spreads the closing of connections, so that clients do not reconnect at the same time. */
const RECONNECT_SPREAD_MS = 5_000
/** Number of sockets whose sessions are checked at each interval; further sockets are checked at the next ones. */
const SOCKETS_PER_CHECK = 100

/** Milliseconds that a client has to respond to a WebSocket close frame. */
const CLOSE_TIMEOUT_MS = 1_000

/**
 * Starts Socket.IO on the HTTP server.
 * @param consumeSocketTicket consumes the ticket of a handshake and returns its user; null if the ticket is invalid
 * @param findIdentity returns the current user of a session; null if the session has ended
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
  const packetLimit = createPacketLimit()
  const io: IoServer = new Server(http, {
    serveClient: false,
    perMessageDeflate: false,
    maxHttpBufferSize: 64 * 1024,
    connectTimeout: SOCKET_CONNECT_TIMEOUT_MS,
    // Socket.IO's connection state recovery stays disabled: it would readmit a revoked client without checking its ticket.
    allowRequest: (request, decide) => {
      const { origin, host } = request.headers
      // Handshakes from other sites' pages are not counted, because they would use up the rate limit of the visitor's IP address.
      if (origin !== undefined && !isAllowedOrigin(origin, host, config)) return decide(null, false)
      void handshakes.consume(getIpLimitKey(getClientIp(request, config.trustProxy))).then(
        () => decide(null, true),
        () => decide(null, false),
      )
    },
    cors: { origin: [...config.corsOrigins], credentials: true },
  })
  io.engine.on('connection', (connection: Socket['conn']) => {
    destroyAfterClose(connection)
    packetLimit.watch(connection)
  })
  io.use((socket, next) => {
    consumeSocketTicket(socket.handshake.auth.token).then(
      (identity) => {
        if (!identity) return next(createHandshakeError('TOKEN_INVALID'))
        const close = counts.open(identity)
        if (!close) return next(createHandshakeError('RATE_LIMIT_EXCEEDED'))
        // A connection that was closed during the check emits no further 'close' event.
        if (socket.conn.readyState !== 'open') return close()
        socket.conn.once('close', close)
        socket.data.identity = identity
        packetLimit.setUser(socket.conn, identity)
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
    presence.addSocket({ tenantId, userId })
    socket.on('disconnect', () => {
      presence.removeSocket({ tenantId, userId })
      // A connection without a namespace belongs to no user, and would stay open forever.
      socket.conn.close()
    })
    void socket.join([rooms.tenant(tenantId), rooms.session(sessionId), rooms.member(tenantId, userId)])
    registerEventHandlers(socket, handlers, log)
  })
  const watch = setInterval(createSessionCheck(io, findIdentity, log), SESSION_CHECK_INTERVAL_MS).unref()
  return {
    emit: (event, { room, exceptRoom, payload, disconnectsSockets }) => {
      const target = exceptRoom ? io.to(room).except(exceptRoom) : io.to(room)
      // `Broadcast` ensures that event name and payload match, which Socket.IO's types cannot express.
      ;(target.emit as (name: string, body: unknown) => void)(event, payload)
      if (disconnectsSockets) target.disconnectSockets(true)
    },
    forceReconnect: () => {
      const sockets = [...io.sockets.sockets.values()]
      sockets.forEach((socket, place) => {
        setTimeout(() => socket.conn.close(), (place / sockets.length) * RECONNECT_SPREAD_MS).unref()
      })
    },
    countSockets: () => io.sockets.sockets.size,
    // Socket.IO's own `close` would also close the HTTP server and wait for every open event stream; Fastify closes it.
    close: () => {
      clearInterval(watch)
      io.disconnectSockets(true)
      io.engine.close()
    },
  }
}

/**
 * Destroys the network connection of a closed WebSocket if the client does not respond to the close frame. The WebSocket library would wait
 * for 30 seconds.
 */
function destroyAfterClose(connection: Socket['conn']): void {
  if (connection.transport.name !== 'websocket') return
  connection.once('close', () => setTimeout(() => connection.request.socket.destroy(), CLOSE_TIMEOUT_MS).unref())
}

/**
 * Returns a function that checks the sessions of the next sockets. Disconnects a socket whose session has ended or whose user must set up a
 * second factor (TRUST-12), and updates changed names and roles.
 */
function createSessionCheck(
  io: IoServer,
  findIdentity: (identity: Identity) => Promise<Identity | null>,
  log: FastifyBaseLogger,
): () => void {
  let round = io.sockets.sockets.values()
  const look = async (socket: Socket) => {
    const identity = await findIdentity(socket.data.identity)
    if (identity && !identity.isSecondStepDue) {
      socket.data.identity = identity
      return
    }
    if (!identity) socket.emit('session_ended', { code: 'TOKEN_INVALID' })
    socket.disconnect(true)
  }
  return () => {
    for (let looked = 0; looked < SOCKETS_PER_CHECK; looked++) {
      const { value: socket, done } = round.next()
      if (done) {
        round = io.sockets.sockets.values()
        return
      }
      // A socket stays open if its session cannot be checked, for example without a database.
      look(socket).catch((error: unknown) => log.warn({ err: error }, 'a session could not be looked at'))
    }
  }
}

const createHandshakeError = (code: ErrorCode) => Object.assign(new Error(code), { data: { code } })

function registerEventHandlers(socket: Socket, handlers: SocketHandlers, log: FastifyBaseLogger): void {
  const limiter = new RateLimiterMemory({ points: MAX_EVENTS_PER_MINUTE, duration: 60 })
  /** Runs the handlers of a socket one after the other, so that a 'leave' does not overtake a 'join'. */
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
      // The payload was validated for this event just above.
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
