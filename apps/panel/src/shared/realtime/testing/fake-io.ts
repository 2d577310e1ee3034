import { vi } from 'vitest'

/** Fake of socket.io-client. Records the events that the panel emits, and lets tests deliver events from the server. */

type Handler = (...args: unknown[]) => void

const createEmitter = () => {
  const handlers = new Map<string, Handler[]>()
  return {
    on: (name: string, handler: Handler) => void handlers.set(name, [...(handlers.get(name) ?? []), handler]),
    fire: (name: string, ...args: unknown[]) => {
      for (const handler of handlers.get(name) ?? []) handler(...args)
    },
  }
}

const createFakeSocket = () => {
  let anyHandler: Handler = () => {}
  const sent: [string, unknown][] = []
  const emit = (name: string, payload: unknown, ack?: Handler) => {
    sent.push([name, payload])
    ack?.(null)
  }
  return {
    ...createEmitter(),
    io: createEmitter(),
    /** Events that the panel emitted, oldest first. */
    sent,
    emit,
    timeout: () => ({ emit }),
    onAny: (handler: Handler) => {
      anyHandler = handler
    },
    /** Delivers an event from the server. */
    simulateEvent: (name: string, payload: unknown) => anyHandler(name, payload),
    connect: vi.fn(),
    disconnect: vi.fn(),
    connected: false,
    active: true,
  }
}

export const fakeNetwork = {
  opened: [] as { url: string; options: Record<string, unknown> }[],
  shouldFailToOpen: false,
  socket: null as null | ReturnType<typeof createFakeSocket>,
}

export const resetFakeNetwork = () => Object.assign(fakeNetwork, { opened: [], shouldFailToOpen: false, socket: null })

export const io = (url: string, options: Record<string, unknown>) => {
  if (fakeNetwork.shouldFailToOpen) throw new Error('no')
  fakeNetwork.opened.push({ url, options })
  fakeNetwork.socket = createFakeSocket()
  return fakeNetwork.socket
}

export const getFakeSocket = () => {
  if (!fakeNetwork.socket) throw new Error('No socket was opened')
  return fakeNetwork.socket
}

/** Makes the connection succeed. */
export const acceptConnection = () => {
  getFakeSocket().connected = true
  getFakeSocket().fire('connect')
}

/** Returns the token that the panel sent when it connected. */
export const getSentToken = () =>
  new Promise<unknown>((resolve) => {
    const auth = fakeNetwork.opened.at(-1)?.options.auth as (callback: (auth: unknown) => void) => void
    auth(resolve)
  })
