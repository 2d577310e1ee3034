import type { WebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { expect, it } from 'vitest'
import { createOrderedStreamWriter, type StreamEvent } from './stream.ts'

const message = (seq: number): WebchatMessage => ({
  message_id: `m${seq}`,
  role: 'AI',
  content: `${seq}`,
  timestamp: '2026-01-01T00:00:00.000Z',
  seq,
})
const live = (seq: number): StreamEvent => ({ event: 'message', data: message(seq) })

it('what comes while the missed is read follows it: in order, each once', async () => {
  const sent: string[] = []
  const line = createOrderedStreamWriter(
    async (event) => void sent.push(event.event === 'message' ? String(event.data.seq) : 'typing'),
  )
  const pages = [[message(3), message(4)], [message(5), message(6)], []]
  await line.sendMissedMessages(2, async () => {
    // Two live messages arrive while pages are fetched; one of them is in the next page too.
    if (pages.length === 3) {
      line.write({ event: 'typing', data: { isTyping: true, name: 'Clara' } })
      line.write(live(6))
      line.write(live(7))
    }
    return pages.shift() ?? []
  })
  line.write(live(7))
  line.write(live(8))
  await new Promise((resolve) => setImmediate(resolve))
  expect(sent).toEqual(['3', '4', '5', '6', 'typing', '7', '8'])
})
