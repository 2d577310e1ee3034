import { websocketToken } from '@prosa/contract/calls/auth'
import {
  NOTIFICATION_DURATION_MS,
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
import { SOCKET_AUTH_REFUSED, serverEvents } from '@prosa/contract/events'
import type { io, Socket } from 'socket.io-client'
import { call } from '../api/client.ts'
import { env } from '../config/env.ts'
import { lateCode } from '../late-code.ts'
import { dismissNotification, type NotificationInput, notify } from '../notifications.ts'
import { REALTIME_TEXTS, useConnection } from './connection.ts'

interface Identity {
  readonly userId: string
  readonly tenantId: string
}

/** Transport only: it connects, speaks and listens in the contract's words, and knows nothing of what they mean. */
type Listener<N extends ServerEventName> = (payload: ServerEvent<N>) => void
type Listeners = { [N in ServerEventName]?: Set<Listener<N>> }

let socket: Socket<ServerToClient, ClientToServer> | null = null
let identity: Identity | null = null
let timers: ReturnType<typeof setTimeout>[] = []
let saidFailing = false
/** All attempts of a series are spent, and nobody has begun another. */
let isSpent = false
const listeners: Listeners = {}
const whenConnected = new Set<() => void>()

/** What a standing connection disproves is taken back when it stands again. */
let complaints: string[] = []
const complain = (said: NotificationInput) => {
  complaints.push(notify.error(said))
}

let gaveUpId = ''
/** A page that stays open all day must find back by itself after an outage that outlasted its attempts. */
const SOCKET_NEW_SERIES_MS = 30_000

const takeBackComplaints = () => {
  for (const id of complaints) dismissNotification(id)
  complaints = []
}

const later = (ms: number, run: () => void) => {
  timers.push(setTimeout(run, ms))
}

const tell = (event: ServerEventName, payload: unknown) => {
  const parsed = serverEvents[event].safeParse(payload)
  if (!parsed.success) return
  for (const listener of listeners[event] ?? []) (listener as (payload: unknown) => void)(parsed.data)
}

/** A fresh token for each connection: it serves once. Without one there is no use in trying to connect. */
const withToken = (use: (auth: { token: string }) => void) => {
  const mine = identity
  call(websocketToken).then(
    ({ data }) => mine === identity && use({ token: data.token }),
    () => mine === identity && later(SOCKET_TOKEN_RETRY_MS, () => withToken(use)),
  )
}

const onConnect = () => {
  saidFailing = false
  takeBackComplaints()
  useConnection.setState({ state: 'connected', wasConnected: true, gaveUp: false })
  const connected = socket
  later(SOCKET_ROOM_JOIN_DELAY_MS, () => {
    if (identity && connected === socket && connected?.connected) connected.emit('join_user_room', { ...identity })
  })
  for (const listener of whenConnected) listener()
}

const AUTH_WORDS = /auth|token|unauthori|forbidden/i

const onConnectError = (error: Error & { data?: { code?: string } }) => {
  // Not active: the server itself said no, and Socket.IO leaves it to us to try again.
  const saidNo = socket?.active === false
  if (error.data?.code === SOCKET_AUTH_REFUSED || (saidNo && AUTH_WORDS.test(error.message))) {
    useConnection.setState({ state: 'disconnected', gaveUp: true })
    complain({ message: REALTIME_TEXTS.refused })
    return
  }
  useConnection.setState({ state: 'connecting' })
  if (!saidFailing) complain({ message: REALTIME_TEXTS.failing, duration: NOTIFICATION_DURATION_MS })
  saidFailing = true
  if (saidNo) later(SOCKET_RECONNECTION.maxDelayMs, () => socket?.connect())
}

const onGaveUp = () => {
  useConnection.setState({ state: 'disconnected', gaveUp: true })
  if (!complaints.includes(gaveUpId)) complaints.push((gaveUpId = notify.error({ message: REALTIME_TEXTS.gaveUp })))
  isSpent = true
  later(SOCKET_NEW_SERIES_MS, resumeRealtime)
}

let library: Promise<{ io: typeof io }> | undefined
const fetchLibrary = () =>
  (library ??= lateCode(
    () => import('socket.io-client'),
    () => complain({ message: REALTIME_TEXTS.setUp }),
  ))

const connect = async () => {
  const mine = identity
  if (!mine) return
  useConnection.setState({ state: 'connecting' })
  try {
    const { io } = await fetchLibrary()
    // Somebody may have asked twice meanwhile.
    if (mine !== identity || socket) return
    socket = io(env.websocketUrl, {
      query: { ...mine },
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
    socket.on('connect_error', onConnectError)
    socket.on('disconnect', (reason) => {
      useConnection.setState({ state: socket?.active ? 'connecting' : 'disconnected' })
      // The server closed this socket on purpose: Socket.IO leaves it to us to come back.
      if (reason === 'io server disconnect') later(SOCKET_RECONNECTION.delayMs, () => socket?.connect())
    })
    socket.io.on('reconnect_failed', onGaveUp)
    socket.io.on('error', () => {
      if (isConnected()) complain({ message: REALTIME_TEXTS.socketError, duration: NOTIFICATION_DURATION_MS })
    })
    socket.onAny((event: string, payload: unknown) => {
      if (Object.hasOwn(serverEvents, event)) tell(event as ServerEventName, payload)
    })
  } catch {
    useConnection.setState({ state: 'disconnected' })
    complain({ message: REALTIME_TEXTS.setUp })
  }
}

/** The network or the page is back: what had given up begins a new series of attempts (gap G23). */
const tryAgain = () => {
  const isIdle = useConnection.getState().gaveUp || socket?.active === false
  if (document.visibilityState === 'hidden' || !socket || socket.connected || !isIdle) return
  isSpent = false
  useConnection.setState({ state: 'connecting', gaveUp: false })
  socket.connect()
}

/** A person does not want to wait for the next attempt. */
export const reconnectNow = (): void => {
  if (!identity || isConnected()) return
  isSpent = false
  useConnection.setState({ state: 'connecting', gaveUp: false })
  if (!socket) return void connect()
  // Amid a series of attempts it would keep to its pace.
  socket.disconnect().connect()
}

/** The server may be back, or has just answered: what spent its attempts begins a new series. */
export const resumeRealtime = (): void => {
  if (isSpent) tryAgain()
}

/** Connects 2 s after the user is there; the same user again changes nothing. */
export const startRealtime = (user: Identity): void => {
  if (identity?.userId === user.userId && identity.tenantId === user.tenantId) return
  stopRealtime()
  identity = { userId: user.userId, tenantId: user.tenantId }
  window.addEventListener('online', tryAgain)
  document.addEventListener('visibilitychange', tryAgain)
  later(SOCKET_CONNECT_DELAY_MS, () => void connect())
}

export const stopRealtime = (): void => {
  for (const timer of timers) clearTimeout(timer)
  timers = []
  identity = null
  socket?.disconnect()
  socket = null
  saidFailing = false
  isSpent = false
  takeBackComplaints()
  window.removeEventListener('online', tryAgain)
  document.removeEventListener('visibilitychange', tryAgain)
  useConnection.setState({ state: 'disconnected', wasConnected: false, gaveUp: false })
}

/** Hears an event, parsed by the contract; answers how to stop hearing it. */
export const onServerEvent = <N extends ServerEventName>(event: N, listener: Listener<N>): (() => void) => {
  const heard: Set<Listener<N>> = listeners[event] ?? new Set()
  heard.add(listener)
  Object.assign(listeners, { [event]: heard })
  return () => heard.delete(listener)
}

/** Each time the connection stands; rooms are joined anew then. */
export const onConnected = (listener: () => void): (() => void) => {
  whenConnected.add(listener)
  return () => whenConnected.delete(listener)
}

const isConnected = (): boolean => socket?.connected === true

/** Says something to the server; silently nothing while there is no connection, for nothing here may arrive late. */
export const say = <N extends ClientEventName>(event: N, payload: ClientEvent<N>): void => {
  if (isConnected()) (socket as Socket)?.emit(event, payload)
}

/** The same, and hears when it was carried out: at the latest after `ms`, also from a server that acknowledges nothing. */
export const sayWithAnswer = <N extends ClientEventName>(
  event: N,
  payload: ClientEvent<N>,
  ms: number,
  heard: (late: Error | null, answer?: EventAck) => void,
): void => {
  if (isConnected()) (socket as Socket)?.timeout(ms).emit(event, payload, heard)
}
