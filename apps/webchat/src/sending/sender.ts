import type { WebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import type { ApiResult } from '../connection/api.ts'
import type { Outbox, UnsentEntry } from './outbox.ts'

export interface SenderPorts {
  readonly outbox: Outbox
  send(entry: UnsentEntry): Promise<ApiResult<{ message: WebchatMessage }>>
  /** Runs `run` after `ms` milliseconds. Returns a function that cancels the timer. */
  schedule(ms: number, run: () => void): () => void
  onSent(message: WebchatMessage): void
  /**
   * Called when an unsent message or the connection changes. `queue`: the server named a time for the next attempt. Null: the connection is
   * unchanged.
   */
  onStateChange(connection: SenderState | null): void
}

export type SenderState = 'fine' | 'lost' | 'queue'

const FIRST_RETRY_MS = 1_000
const MAX_RETRY_MS = 15_000

export interface Sender {
  /** Sends the waiting messages now, oldest first. Called for a new message and when the network is available again. */
  sendPending(): void
}

/**
 * Creates the sender of unsent messages, which sends one message at a time, in order. If no response arrives, it retries with the same key
 * and growing pauses. A rejected message waits until the lead retries or discards it.
 */
export const createSender = (ports: SenderPorts): Sender => {
  let isSending = false
  let attempts = 0
  let cancelRetry: (() => void) | null = null

  const scheduleRetry = (afterMs: number) => {
    cancelRetry = ports.schedule(afterMs, () => {
      cancelRetry = null
      void sendNext()
    })
  }

  const sendNext = async (): Promise<void> => {
    if (isSending) return
    const next = ports.outbox.list().find(({ status }) => status === 'waiting')
    if (!next) return
    isSending = true
    const result = await ports.send(next)
    isSending = false
    // Continues with the next message: the lead discarded this one meanwhile, and the server did not receive it.
    if (!result.ok && !ports.outbox.list().some(({ key }) => key === next.key)) return sendNext()
    if (result.ok) {
      attempts = 0
      ports.outbox.remove(next.key)
      ports.onSent(result.data.message)
      ports.onStateChange('fine')
      return sendNext()
    }
    if (result.failure === 'refused' || result.failure === 'gone') {
      attempts = 0
      ports.outbox.put({ ...next, status: 'refused', ...(result.message ? { reason: result.message } : {}) })
      ports.onStateChange('fine')
      return sendNext()
    }
    attempts += 1
    ports.onStateChange(result.retryAfterMs === null ? 'lost' : 'queue')
    scheduleRetry(result.retryAfterMs ?? Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1)))
  }

  return {
    sendPending: () => {
      cancelRetry?.()
      cancelRetry = null
      attempts = 0
      void sendNext()
    },
  }
}
