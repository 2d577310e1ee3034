import type { WebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { createMessageLog, type MessageLogPorts } from '../thread/message-log.ts'

export const createMessage = (seq: number, overrides: Partial<WebchatMessage> = {}): WebchatMessage => ({
  message_id: `m${seq}`,
  role: 'AI',
  content: `mensagem ${seq}`,
  timestamp: new Date(Date.UTC(2026, 10, 20, 12, seq)).toISOString(),
  type: 'text',
  seq,
  client_message_id: null,
  ...overrides,
})

export const createFakeTimers = () => {
  let waiting: { ms: number; run: () => void }[] = []
  return {
    schedule: (ms: number, run: () => void) => {
      const entry = { ms, run }
      waiting.push(entry)
      return () => {
        waiting = waiting.filter((other) => other !== entry)
      }
    },
    delays: () => waiting.map(({ ms }) => ms),
    runDue: () => {
      const due = waiting
      waiting = []
      for (const { run } of due) run()
    },
  }
}

/** Waits until all pending promises are settled. */
export const flushPromises = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

export const createTestLog = (overrides: Partial<MessageLogPorts> = {}) => {
  const root = document.createElement('div')
  const draw = createMessageLog(root, {
    agentName: () => 'Clara',
    isOffline: () => false,
    getFileUrl: (id) => `/arquivo/${id}`,
    getLocalFile: () => undefined,
    onChoose: () => {},
    onRetry: () => {},
    onDiscard: () => {},
    ...overrides,
  })
  return { root, draw }
}
