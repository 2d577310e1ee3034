import { websocketToken } from '@prosa/contract/calls/accounts/auth'
import {
  SOCKET_CONNECT_DELAY_MS,
  SOCKET_RECONNECTION,
  SOCKET_ROOM_JOIN_DELAY_MS,
  SOCKET_TOKEN_RETRY_MS,
} from '@prosa/contract/constants'
import type {
  ClientEvent,
  ClientEventName,
  ClientToServer,
  EventAck,
  ServerEvent,
  ServerEventName,
  ServerToClient,
} from '@prosa/contract/events'
import type { Socket } from 'socket.io-client'
import { call } from '../api/api-client.ts'
import { env } from '../config/env.ts'
import { importWithRetry } from '../lazy-loading/import-with-retry.ts'
import { type ConnectionEvent, type ConnectionPhase, canRestartAttempts, getNextPhase } from './connection-phases.ts'
import type * as line from './socket-library.ts'

interface Identity {
  readonly userId: string
  readonly tenantId: string
}

type SocketLibrary = typeof line
type Listener<N extends ServerEventName> = (payload: ServerEvent<N>) => void
type Listeners = { [N in ServerEventName]?: Set<Listener<N>> }

/**
 * Pause in milliseconds before a new series of connection attempts. The new series reconnects a page that stays open all day after a long
 * outage.
 */
const RETRY_SERIES_PAUSE_MS = 30_000
const AUTH_ERROR_PATTERN = /auth|token|unauthori|forbidden/i

/**
 * Creates the real-time connection, which sends and receives the contract's events without interpreting them. `onTransition`: called after
 * each event of the connection, with the resulting phase.
 */
export function createRealtime(onTransition: (event: ConnectionEvent, phase: ConnectionPhase) => void) {
  let phase: ConnectionPhase = 'off'
  let identity: Identity | null = null
  let socket: Socket<ServerToClient, ClientToServer> | null = null
  let library: Promise<SocketLibrary> | undefined
  let timers: ReturnType<typeof setTimeout>[] = []
  const listeners: Listeners = {}
  const connectListeners = new Set<() => void>()

  const transition = (event: ConnectionEvent) => {
    phase = getNextPhase(phase, event)
    onTransition(event, phase)
  }

  const schedule = (ms: number, run: () => void) => {
    timers.push(setTimeout(run, ms))
  }

  const isConnected = (): boolean => socket?.connected === true

  const dispatchServerEvent = ({ serverEvents }: SocketLibrary, event: ServerEventName, payload: unknown) => {
    const parsed = serverEvents[event].safeParse(payload)
    if (!parsed.success) return
    for (const listener of listeners[event] ?? []) (listener as (payload: unknown) => void)(parsed.data)
  }

  /**
   * Fetches a new token for each connection, because each token is valid only once. If the request fails, does not connect and retries
   * later.
   */
  const withToken = (callback: (auth: { token: string }) => void) => {
    const requester = identity
    call(websocketToken).then(
      ({ data }) => requester === identity && callback({ token: data.token }),
      () => requester === identity && schedule(SOCKET_TOKEN_RETRY_MS, () => withToken(callback)),
    )
  }

  const onConnect = () => {
    transition('stand')
    const connected = socket
    schedule(SOCKET_ROOM_JOIN_DELAY_MS, () => {
      if (identity && connected === socket && connected?.connected) connected.emit('join_user_room', { ...identity })
    })
    for (const listener of connectListeners) listener()
  }

  const onConnectError = ({ SOCKET_AUTH_ERROR_CODE }: SocketLibrary, error: Error & { data?: { code?: string } }) => {
    // If the socket is not active, the server has rejected the connection, and Socket.IO does not retry.
    const isDeclined = socket?.active === false
    if (error.data?.code === SOCKET_AUTH_ERROR_CODE || (isDeclined && AUTH_ERROR_PATTERN.test(error.message))) {
      transition('refuse')
      // The session may have ended after the token was issued. If this request is rejected too, the API client signs the user out; nothing
      // else would.
      call(websocketToken).catch(() => {})
      return
    }
    transition(isDeclined ? 'decline' : 'fail')
    if (isDeclined) schedule(SOCKET_RECONNECTION.maxDelayMs, () => socket?.connect())
  }

  const onDisconnect = (reason: string) => {
    transition(socket?.active ? 'drop' : 'close')
    // Socket.IO does not reconnect if the server has closed the connection on purpose.
    if (reason === 'io server disconnect') schedule(SOCKET_RECONNECTION.delayMs, () => socket?.connect())
  }

  const onReconnectFailed = () => {
    transition('spend')
    schedule(RETRY_SERIES_PAUSE_MS, resume)
  }

  const connect = async () => {
    const startedFor = identity
    if (!startedFor) return
    transition('open')
    try {
      library ??= importWithRetry(
        () => import('./socket-library.ts'),
        () => transition('miss'),
      )
      const loadedLibrary = await library
      // `connect` may have run again while the library was loading.
      if (startedFor !== identity || socket) return
      socket = loadedLibrary.io(env.websocketUrl, {
        query: { ...startedFor },
        auth: withToken,
        transports: ['websocket', 'polling'],
        tryAllTransports: true,
        reconnectionAttempts: SOCKET_RECONNECTION.attempts,
        reconnectionDelay: SOCKET_RECONNECTION.delayMs,
        reconnectionDelayMax: SOCKET_RECONNECTION.maxDelayMs,
        timeout: SOCKET_RECONNECTION.timeoutMs,
        forceNew: true,
      })
      socket.on('connect', onConnect)
      socket.on('connect_error', (error) => onConnectError(loadedLibrary, error))
      socket.on('disconnect', onDisconnect)
      socket.io.on('reconnect_failed', onReconnectFailed)
      socket.io.on('error', () => {
        if (isConnected()) transition('stumble')
      })
      socket.onAny((event: string, payload: unknown) => {
        if (Object.hasOwn(loadedLibrary.serverEvents, event))
          dispatchServerEvent(loadedLibrary, event as ServerEventName, payload)
      })
    } catch {
      transition('breakOff')
    }
  }

  /** Starts a new series of connection attempts after the network is back or the page is visible again (gap G23). */
  const retryConnection = () => {
    if (document.visibilityState === 'hidden' || !socket || socket.connected || !canRestartAttempts(phase)) return
    transition('open')
    socket.connect()
  }

  /** Starts a new series of connection attempts if the last series failed. Called when the server may be reachable again. */
  const resume = () => {
    if (phase === 'spent') retryConnection()
  }

  const stop = () => {
    for (const timer of timers) clearTimeout(timer)
    timers = []
    identity = null
    socket?.disconnect()
    socket = null
    window.removeEventListener('online', retryConnection)
    document.removeEventListener('visibilitychange', retryConnection)
    transition('stop')
  }

  return {
    resume,
    stop,

    /** Schedules the connection of a user in 2 s. Does nothing if the same user and organisation are already set. */
    start: ({ userId, tenantId }: Identity): void => {
      if (identity?.userId === userId && identity.tenantId === tenantId) return
      stop()
      identity = { userId, tenantId }
      transition('start')
      window.addEventListener('online', retryConnection)
      document.addEventListener('visibilitychange', retryConnection)
      schedule(SOCKET_CONNECT_DELAY_MS, () => void connect())
    },

    /** Reconnects at once, at the user's request. */
    reconnect: (): void => {
      if (!identity || isConnected()) return
      if (!socket) return void connect()
      transition('open')
      // Disconnects first; otherwise Socket.IO would wait for the next attempt of its series.
      socket.disconnect().connect()
    },

    /** Subscribes to an event of the server. The payload is validated; invalid events are dropped. Returns a function that unsubscribes. */
    onEvent: <N extends ServerEventName>(event: N, listener: Listener<N>): (() => void) => {
      const eventListeners: Set<Listener<N>> = listeners[event] ?? new Set()
      eventListeners.add(listener)
      Object.assign(listeners, { [event]: eventListeners })
      return () => eventListeners.delete(listener)
    },

    /** Calls `listener` after each successful connection, so that rooms can be joined again. Returns a function that unsubscribes. */
    onConnected: (listener: () => void): (() => void) => {
      connectListeners.add(listener)
      return () => connectListeners.delete(listener)
    },

    /** Emits an event to the server. Drops the event if there is no connection, because a delayed event would be wrong. */
    emitEvent: <N extends ClientEventName>(event: N, payload: ClientEvent<N>): void => {
      if (isConnected()) (socket as Socket)?.emit(event, payload)
    },

    /**
     * Emits an event and calls `onAck` with the acknowledgement, or with an error after `timeoutMs` milliseconds. Does nothing without a
     * connection.
     */
    emitWithAck: <N extends ClientEventName>(
      event: N,
      payload: ClientEvent<N>,
      timeoutMs: number,
      onAck: (error: Error | null, response?: EventAck) => void,
    ): void => {
      if (isConnected()) (socket as Socket)?.timeout(timeoutMs).emit(event, payload, onAck)
    },
  }
}
