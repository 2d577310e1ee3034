import { websocketToken } from '@prosa/contract/calls/accounts/auth'
import type { ClientEvent, ClientEventName, EventAck, ServerEvent, ServerEventName } from '@prosa/contract/events'
import { serverEvents } from '@prosa/contract/events'
import { io, type Socket } from 'socket.io-client'
import type { Client } from './client.ts'

export interface TestSocket {
  socket: Socket
  /** Sends an event and waits for its acknowledgement. */
  send<N extends ClientEventName>(name: N, payload: ClientEvent<N>): Promise<EventAck>
  /** Events received so far, parsed by the contract. */
  heard<N extends ServerEventName>(name: N): ServerEvent<N>[]
  /** Waits for an event that satisfies `wanted`; events already received count. Rejects after 12 seconds. */
  hear<N extends ServerEventName>(name: N, wanted?: (payload: ServerEvent<N>) => boolean): Promise<ServerEvent<N>>
  close(): void
}

/** Opens a socket with a ticket of the client's session, as the panel does. */
export async function openTestSocket(origin: string, client: Client): Promise<TestSocket> {
  const { token } = (await client.call(websocketToken)).data
  return connectTestSocket(origin, token)
}

/**
 * Opens a plain socket with this ticket.
 * @throws the error with which the server refused the connection
 */
export function connectPlainSocket(
  origin: string,
  token: string,
  onAny: (name: string, payload: unknown) => void = () => {},
): Promise<Socket> {
  const socket = io(origin, { transports: ['websocket'], auth: { token }, reconnection: false, forceNew: true })
  socket.onAny(onAny)
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket))
    socket.once('connect_error', (error) => {
      socket.close()
      reject(error)
    })
  })
}

/**
 * Opens a socket with this ticket and stores its events.
 * @throws the error with which the server refused the connection
 */
export async function connectTestSocket(origin: string, token: string): Promise<TestSocket> {
  const log: { name: string; payload: unknown }[] = []
  const waiting = new Set<() => void>()
  const socket = await connectPlainSocket(origin, token, (name, payload) => {
    log.push({ name, payload: serverEvents[name as ServerEventName].parse(payload) })
    for (const look of waiting) look()
  })
  const heard = <N extends ServerEventName>(name: N) =>
    log.filter((entry) => entry.name === name).map((entry) => entry.payload as ServerEvent<N>)
  return {
    socket,
    send: (name, payload) => socket.emitWithAck(name, payload) as Promise<EventAck>,
    heard,
    hear: (name, wanted = () => true) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`No ${name} came; heard ${JSON.stringify(log.map((entry) => entry.name))}`)),
          12_000,
        )
        const look = () => {
          const found = heard(name).find(wanted)
          if (found === undefined) return
          clearTimeout(timer)
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
    close: () => void socket.close(),
  }
}
