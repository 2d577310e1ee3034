import type { WebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import type { ApiResult } from '../connection/api.ts'
import type { Outbox, UnsentEntry } from './outbox.ts'

export interface SenderPorts {
  readonly outbox: Outbox
  send(entry: UnsentEntry): Promise<ApiResult<{ message: WebchatMessage }>>
  /** Runs `run` after `ms` milliseconds. Returns a function that cancels the timer. */
  after(ms: number, run: () => void): () => void
  sent(message: WebchatMessage): void
  /**
   * Called when the unsent messages or the connection change. `connection`: 'queue' if the server reported a time for the next attempt;
   * null if the connection is unchanged.
   */
  changed(connection: SenderState | null): void
}

export type SenderState = 'fine' | 'lost' | 'queue'

const FIRST_RETRY_MS = 1_000
const MAX_RETRY_MS = 15_000

export interface Sender {
  /** Sends the waiting messages immediately, oldest first. Call this function for a new message and when the network is available again. */
  wake(): void
}

/**
 * Creates the sender of unsent messages. It sends one message at a time, in order. Without a response, it retries with the same key and
 * growing pauses. A message that the server rejected waits until the lead retries or discards it.
 */
export const createSender = (ports: SenderPorts): Sender => {
  let busy = false
  let tries = 0
  let cancel: (() => void) | null = null

  const again = (afterMs: number) => {
    cancel = ports.after(afterMs, () => {
      cancel = null
      void run()
    })
  }

  const run = async (): Promise<void> => {
    if (busy) return
    const next = ports.outbox.list().find(({ status }) => status === 'waiting')
    if (!next) return
    busy = true
    const result = await ports.send(next)
    busy = false
    // The message was discarded in the meantime and has not arrived at the server.
    if (!result.ok && !ports.outbox.list().some(({ key }) => key === next.key)) return run()
    if (result.ok) {
      tries = 0
      ports.outbox.remove(next.key)
      ports.sent(result.data.message)
      ports.changed('fine')
      return run()
    }
    if (result.failure === 'refused' || result.failure === 'gone') {
      tries = 0
      ports.outbox.put({ ...next, status: 'refused', ...(result.words ? { reason: result.words } : {}) })
      ports.changed('fine')
      return run()
    }
    tries += 1
    ports.changed(result.retryAfterMs === null ? 'lost' : 'queue')
    again(result.retryAfterMs ?? Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (tries - 1)))
  }

  return {
    wake: () => {
      cancel?.()
      cancel = null
      tries = 0
      void run()
    },
  }
}
