import { type WebchatMessage, webchatEvents } from '@prosa/contract/calls/webchat/webchat'

export interface ChatEventStreamPorts {
  /** Returns the URL of the event stream, including the sequence number of the last received message. */
  getUrl(): string
  /** Opens the stream with `new EventSource`, or with a fake in tests. */
  connect(url: string): EventSource
  schedule(ms: number, run: () => void): () => void
  onMessage(message: WebchatMessage): void
  onMessageChanged(message: WebchatMessage): void
  onTyping(isTyping: boolean, name: string): void
  onStateChange(state: 'open' | 'lost'): void
}

export interface ChatEventStream {
  /** Connects, unless the stream is connected already. */
  ensureOpen(): void
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
 * Creates the event stream of the chat page. After a lost connection, the browser reconnects by itself. After the server rejected the
 * connection, this code reconnects, starting after the last received message.
 */
export const createChatEventStream = (ports: ChatEventStreamPorts): ChatEventStream => {
  let source: EventSource | null = null
  let cancelRetry: (() => void) | null = null

  const start = () => {
    cancelRetry?.()
    cancelRetry = null
    source?.close()
    const current = ports.connect(ports.getUrl())
    source = current
    current.addEventListener('open', () => ports.onStateChange('open'))
    current.addEventListener('message', (event: MessageEvent<unknown>) => {
      const message = webchatEvents.message.safeParse(parseEventData(event))
      if (message.success) ports.onMessage(message.data)
    })
    current.addEventListener('changed', (event: MessageEvent<unknown>) => {
      const message = webchatEvents.changed.safeParse(parseEventData(event))
      if (message.success) ports.onMessageChanged(message.data)
    })
    current.addEventListener('typing', (event: MessageEvent<unknown>) => {
      const typing = webchatEvents.typing.safeParse(parseEventData(event))
      if (typing.success) ports.onTyping(typing.data.isTyping, typing.data.name)
    })
    current.addEventListener('error', () => {
      if (source !== current) return
      ports.onStateChange('lost')
      // 2 is EventSource.CLOSED: the browser will not reconnect by itself.
      if (current.readyState === 2) cancelRetry ??= ports.schedule(RETRY_MS, start)
    })
  }

  return {
    ensureOpen: () => {
      if (!source || source.readyState === 2) start()
    },
    close: () => {
      cancelRetry?.()
      source?.close()
      source = null
    },
  }
}
