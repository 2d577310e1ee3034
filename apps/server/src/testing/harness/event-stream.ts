import { webchatEvents } from '@prosa/contract/calls/webchat/webchat'
import type { Client } from './client.ts'

interface StreamEvent {
  event: string
  id: string | null
  data: Record<string, unknown>
}

export interface EventStream {
  hear(event: keyof typeof webchatEvents, wanted: (data: Record<string, unknown>) => boolean): Promise<StreamEvent>
  /** Events received so far. */
  heard(): readonly StreamEvent[]
  /** Resolves when either side has closed the connection. */
  ended: Promise<void>
  close(): void
}

/** Opens a lead's event stream over HTTP, as a browser does, and parses every event by the contract. */
export async function openEventStream(
  origin: string,
  agentId: string,
  client: Client,
  lastSeen: number | string,
): Promise<EventStream> {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const abort = new AbortController()
  const response = await fetch(`${origin}/api/webchat/${agentId}/events`, {
    headers: { accept: 'text/event-stream', cookie, 'last-event-id': String(lastSeen) },
    signal: abort.signal,
  })
  if (!response.ok || !response.body) throw new Error(`The stream answered ${response.status}`)
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) throw new Error('The answer is no event stream')
  const events: StreamEvent[] = []
  const waiting = new Set<() => void>()
  const ended = parseStreamEvents(response.body, (event) => {
    webchatEvents[event.event as keyof typeof webchatEvents].parse(event.data)
    events.push(event)
    for (const look of waiting) look()
  })
  return {
    ended,
    heard: () => events,
    hear: (name, wanted) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`No ${name} came; heard ${JSON.stringify(events)}`)), 12_000)
        const look = () => {
          const found = events.find((event) => event.event === name && wanted(event.data))
          if (!found) return
          clearTimeout(timer)
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
    close: () => abort.abort(),
  }
}

async function parseStreamEvents(body: ReadableStream<Uint8Array>, tell: (event: StreamEvent) => void): Promise<void> {
  let rest = ''
  try {
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + chunk).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const field = (name: string) =>
          block
            .split('\n')
            .find((line) => line.startsWith(`${name}: `))
            ?.slice(name.length + 2) ?? null
        const event = field('event')
        const data = field('data')
        if (event && data) tell({ event, id: field('id'), data: JSON.parse(data) as Record<string, unknown> })
      }
    }
  } catch (error) {
    // Ignores these errors: either side may close the connection.
    if (!['AbortError', 'TypeError'].includes((error as Error).name)) throw error
  }
}
