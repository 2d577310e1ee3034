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
export type Socket = IoSocket<ClientToServer, ServerToClient, NoEvents, { who: Identity }>
type IoServer = Server<ClientToServer, ServerToClient, NoEvents, { who: Identity }>

/** Handlers of client events. A thrown error is returned in the acknowledgement and never crashes the process. */
export type SocketHandlers = {
  [N in ClientEventName]: (socket: Socket, payload: ClientEvent<N>) => Promise<EventResponse | void>
}

/** Sockets of this process. Events for the sockets of other processes are published as domain events. */
export interface RealtimeServer {
  tell<N extends ServerEventName>(event: N, telling: Broadcast<N>): void
  /** Closes every connection within a few seconds. Clients reconnect by themselves and then fetch what they missed. */
  reconnect(): void
  count(): number
  close(): void
}

/** Events that one socket may send in a minute. */
const MAX_EVENTS_PER_MINUTE = 100
/** Handshakes that one IP address may begin in ten seconds: an office of 200 people reconnects at once after an interruption. */
const HANDSHAKE_LIMIT = { points: 300, duration: 10 }
/** Milliseconds between two checks of open sockets against their sessions, which may expire or be ended by another process. */
const SESSION_CHECK_INTERVAL_MS = 1_000
/** Milliseconds over which `reconnect` closes the connections, so that clients do not all reconnect at once. */
const RECONNECT_SPREAD_MS = 5_000
/** Number of sockets checked each time: all of them if there are few, otherwise in turn. */
const SOCKETS_PER_CHECK = 100

/**
 * Opens Socket.IO on the HTTP server. `admit` consumes the ticket of a handshake and returns its identity, null if invalid. `identify`
 * returns the current identity of a session, null if it has ended.
 */
export function startSocketServer(
  http: HttpServer,
  {
    config,
    log,
    admit,
    identify,
    handlers,
    presence,
  }: {
    config: Config
    log: FastifyBaseLogger
    admit: (ticket: unknown) => Promise<Identity | null>
    identify: (who: Identity) => Promise<Identity | null>
    handlers: SocketHandlers
    presence: Pick<PresenceTracker, 'came' | 'left'>
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
    // Connection state recovery is off: it would readmit a revoked client without checking its token.
    allowRequest: (request, decide) => {
      const { origin, host } = request.headers
      // Not counted: the page of another site would use up the limit of its visitors' IP address.
      if (origin !== undefined && !isAllowedOrigin(origin, host, config)) return decide(null, false)
      void handshakes.consume(getIpLimitKey(getClientIp(request, config.trustProxy))).then(
        () => decide(null, true),
        () => decide(null, false),
      )
    },
    cors: { origin: [...config.corsOrigins], credentials: true },
  })
  io.use((socket, next) => {
    admit(socket.handshake.auth.token).then(
      (who) => {
        if (!who) return next(createHandshakeError('TOKEN_INVALID'))
        const close = counts.open(who)
        if (!close) return next(createHandshakeError('RATE_LIMIT_EXCEEDED'))
        // A connection that closed meanwhile emits no more events.
        if (socket.conn.readyState !== 'open') return close()
        socket.conn.once('close', close)
        socket.data.who = who
        next()
      },
      (error: unknown) => {
        log.error({ err: error }, 'socket handshake failed')
        next(new Error('SERVICE_UNAVAILABLE'))
      },
    )
  })
  io.on('connection', (socket) => {
    const { tenantId, sessionId, userId } = socket.data.who
    limit(socket, { tenantId, userId })
    presence.came({ tenantId, userId })
    socket.on('disconnect', () => {
      presence.left({ tenantId, userId })
      // Without a namespace the connection has no identity, and would stay open for ever.
      socket.conn.close()
    })
    void socket.join([rooms.tenant(tenantId), rooms.session(sessionId), rooms.member(tenantId, userId)])
    registerEventHandlers(socket, handlers, log)
  })
  const watch = setInterval(createSessionCheck(io, identify, log), SESSION_CHECK_INTERVAL_MS).unref()
  return {
    tell: (event, { room, exceptRoom, payload, isLast }) => {
      const target = exceptRoom ? io.to(room).except(exceptRoom) : io.to(room)
      // The pair is typed together in Telling; Socket.IO's own generics cannot follow it.
      ;(target.emit as (name: string, body: unknown) => void)(event, payload)
      if (isLast) target.disconnectSockets(true)
    },
    reconnect: () => {
      const sockets = [...io.sockets.sockets.values()]
      sockets.forEach((socket, place) => {
        setTimeout(() => socket.conn.close(), (place / sockets.length) * RECONNECT_SPREAD_MS).unref()
      })
    },
    count: () => io.sockets.sockets.size,
    // Fastify closes the HTTP server; waiting for it here would wait for every open event stream.
    close: () => {
      clearInterval(watch)
      io.disconnectSockets(true)
      io.engine.close()
    },
  }
}

/**
 * Returns a function that checks the next sockets: disconnects those whose session has ended, and updates changed names and roles. A user
 * who must set up a second factor first keeps the session, but is disconnected (TRUST-12).
 */
function createSessionCheck(
  io: IoServer,
  identify: (who: Identity) => Promise<Identity | null>,
  log: FastifyBaseLogger,
): () => void {
  let round = io.sockets.sockets.values()
  const look = async (socket: Socket) => {
    const who = await identify(socket.data.who)
    if (who && !who.secondStepDue) {
      socket.data.who = who
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
      // If the session cannot be checked, because the database is unreachable, the socket stays open.
      look(socket).catch((error: unknown) => log.warn({ err: error }, 'a session could not be looked at'))
    }
  }
}

const createHandshakeError = (code: ErrorCode) => Object.assign(new Error(code), { data: { code } })

function registerEventHandlers(socket: Socket, handlers: SocketHandlers, log: FastifyBaseLogger): void {
  const limiter = new RateLimiterMemory({ points: MAX_EVENTS_PER_MINUTE, duration: 60 })
  /** Handles events one after the other, so that a leave is handled after a join that is still being checked. */
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
      // Name and payload were parsed as a pair just above.
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
