import { type WebchatMessage, webchatEvents } from '@prosa/contract/calls/webchat/webchat'

export interface ChatEventStreamPorts {
  /** Returns the URL of the event stream, with the position of the last received message. */
  address(): string
  /** Opens the stream: `new EventSource`, or a fake in tests. */
  connect(address: string): EventSource
  after(ms: number, run: () => void): () => void
  message(message: WebchatMessage): void
  changed(message: WebchatMessage): void
  typing(isTyping: boolean, name: string): void
  state(state: 'open' | 'lost'): void
}

export interface ChatEventStream {
  /** Connects if the stream is not connected or the connection was closed. */
  wake(): void
  close(): void
}

const RETRY_MS = 3_000

const parseEventData = (event: MessageEvent<unknown>): unknown => {
  try {
    return JSON.parse(String(event.data))
  } catch {
    return null
  }
}

/**
 * Creates the event stream of the chat page. After a lost connection, the browser reconnects automatically. After a rejection by the
 * server, this function reconnects from the position of the last received message.
 */
export const createChatEventStream = (ports: ChatEventStreamPorts): ChatEventStream => {
  let source: EventSource | null = null
  let cancel: (() => void) | null = null

  const start = () => {
    cancel?.()
    cancel = null
    source?.close()
    const current = ports.connect(ports.address())
    source = current
    current.addEventListener('open', () => ports.state('open'))
    current.addEventListener('message', (event: MessageEvent<unknown>) => {
      const message = webchatEvents.message.safeParse(parseEventData(event))
      if (message.success) ports.message(message.data)
    })
    current.addEventListener('changed', (event: MessageEvent<unknown>) => {
      const message = webchatEvents.changed.safeParse(parseEventData(event))
      if (message.success) ports.changed(message.data)
    })
    current.addEventListener('typing', (event: MessageEvent<unknown>) => {
      const typing = webchatEvents.typing.safeParse(parseEventData(event))
      if (typing.success) ports.typing(typing.data.isTyping, typing.data.name)
    })
    current.addEventListener('error', () => {
      if (source !== current) return
      ports.state('lost')
      // 2 is EventSource.CLOSED: the browser does not reconnect automatically.
      if (current.readyState === 2) cancel ??= ports.after(RETRY_MS, start)
    })
  }

  return {
    wake: () => {
      if (!source || source.readyState === 2) start()
    },
    close: () => {
      cancel?.()
      source?.close()
      source = null
    },
  }
}
