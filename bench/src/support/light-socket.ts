import { websocketToken } from '@prosa/contract/calls/accounts/auth'
import { WebSocket } from 'ws'
import { HttpCaller } from './http-caller.ts'

type PacketListener = (packet: string) => void

/** A socket with the minimum of Socket.IO's protocol to stay connected; one process can have thousands. */
export class LightSocket {
  readonly #socket: WebSocket
  #acks = 0
  onPacket: PacketListener = () => {}

  private constructor(socket: WebSocket) {
    this.#socket = socket
  }

  /** Connects; `token` is sent in the handshake. */
  static connect(url: string, token?: string): Promise<LightSocket> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`, {
      perMessageDeflate: false,
    })
    const light = new LightSocket(socket)
    return new Promise((resolve, reject) => {
      socket.on('error', reject)
      socket.on('close', () => reject(new Error('The server closed the socket')))
      socket.on('message', (data) => {
        const text = (data as Buffer).toString()
        if (text.startsWith('0')) socket.send(token === undefined ? '40' : `40${JSON.stringify({ token })}`)
        else if (text === '2') socket.send('3')
        else if (text.startsWith('40')) resolve(light)
        else if (text.startsWith('44')) reject(new Error(`The server refused the socket: ${text}`))
        else light.onPacket(text)
      })
    })
  }

  /** Sends an event and waits for the server's acknowledgement. */
  say(event: string, payload: unknown): Promise<void> {
    const ack = this.#acks++
    const before = this.onPacket
    return new Promise((resolve, reject) => {
      this.onPacket = (packet) => {
        if (!packet.startsWith(`43${ack}[`)) return before(packet)
        this.onPacket = before
        if (packet.includes('"ok":true')) resolve()
        else reject(new Error(`${event} was answered with ${packet}`))
      }
      this.#socket.send(`42${ack}${JSON.stringify([event, payload])}`)
    })
  }

  /** Sends an event without waiting. */
  tell(event: string, payload: unknown): void {
    this.#socket.send(`42${JSON.stringify([event, payload])}`)
  }

  /** Resolves with the next event of that name. */
  next(event: string): Promise<void> {
    return new Promise((resolve) => {
      this.onPacket = (packet) => {
        if (packet.startsWith(`42["${event}"`)) resolve()
      }
    })
  }

  close(): void {
    this.#socket.terminate()
  }
}

/** Opens a socket as the panel does, with a ticket for one use. */
export const connectWithSession = async (url: string, cookie: string): Promise<LightSocket> => {
  const caller = new HttpCaller(url, cookie)
  const { data } = websocketToken.answer.parse(JSON.parse(await caller.read('/api/auth/websocket-token')))
  caller.close()
  return LightSocket.connect(url, data.token)
}

const BATCH_SIZE = 25

/** Calls `make` `count` times, at most `AT_ONCE` at a time. */
export const createInBatches = async <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> => {
  const made: T[] = []
  for (let from = 0; from < count; from += BATCH_SIZE)
    made.push(...(await Promise.all(Array.from({ length: Math.min(BATCH_SIZE, count - from) }, (_, at) => make(from + at)))))
  return made
}

/** Opens a raw WebSocket without a protocol on top. */
export const openRawSocket = (url: string): Promise<WebSocket> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url.replace('http', 'ws'), { perMessageDeflate: false })
    socket.on('open', () => resolve(socket))
    socket.on('error', reject)
  })
