import { vi } from 'vitest'

/** Fake of socket.io-client. Records what the panel emits and lets tests trigger events. */

type Handler = (...args: unknown[]) => void

const emitter = () => {
  const handlers = new Map<string, Handler[]>()
  return {
    on: (name: string, handler: Handler) => void handlers.set(name, [...(handlers.get(name) ?? []), handler]),
    fire: (name: string, ...args: unknown[]) => {
      for (const handler of handlers.get(name) ?? []) handler(...args)
    },
  }
}

const makeSocket = () => {
  let any: Handler = () => {}
  const said: [string, unknown][] = []
  const emit = (name: string, payload: unknown, ack?: Handler) => {
    said.push([name, payload])
    ack?.(null)
  }
  return {
    ...emitter(),
    io: emitter(),
    /** Events that the panel emitted, oldest first. */
    said,
    emit,
    timeout: () => ({ emit }),
    onAny: (handler: Handler) => {
      any = handler
    },
    /** Delivers an event from the server. */
    hear: (name: string, payload: unknown) => any(name, payload),
    connect: vi.fn(),
    disconnect: vi.fn(),
    connected: false,
    active: true,
  }
}

export const net = {
  opened: [] as { url: string; options: Record<string, unknown> }[],
  failsToOpen: false,
  socket: null as null | ReturnType<typeof makeSocket>,
}

export const resetNet = () => Object.assign(net, { opened: [], failsToOpen: false, socket: null })

export const io = (url: string, options: Record<string, unknown>) => {
  if (net.failsToOpen) throw new Error('no')
  net.opened.push({ url, options })
  net.socket = makeSocket()
  return net.socket
}

export const socket = () => {
  if (!net.socket) throw new Error('No socket was opened')
  return net.socket
}

/** Makes the connection succeed. */
export const connect = () => {
  socket().connected = true
  socket().fire('connect')
}

/** Returns the token that the panel sends when it connects. */
export const token = () =>
  new Promise<unknown>((resolve) => {
    const auth = net.opened.at(-1)?.options.auth as (use: (given: unknown) => void) => void
    auth(resolve)
  })
