import type { CDPSession, Page } from '@playwright/test'
import { idOf } from '../dataset/ids.ts'
import type { Measure } from '../measure.ts'
import { heapOf } from '../support/heap.ts'
import { rowOf, Screens, usualShown } from '../support/screens.ts'

const HEAP = 'heap after 100,000 events and 1,000 switches, growth'
const NODES = 'nodes of the page after the same, growth'
const LISTENERS = 'listeners of the page after the same, growth'
const EVENTS = 100_000
const SWITCHES = 1_000
/** Warm-up: caches filled on first use must not count. */
const WARM_EVENTS = 15_000
const WARM_SWITCHES = 150

interface Counts {
  heap: number
  nodes: number
  listeners: number
}

const countsOf = async (session: CDPSession): Promise<Counts> => {
  // Deletes the bench's own recordings in the page, which must not count as growth.
  await session.send('Runtime.evaluate', { expression: 'window.bench.forget()' })
  for (let turn = 0; turn < 3; turn++) await session.send('HeapProfiler.collectGarbage')
  const heap = await heapOf(session)
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
  return { heap, nodes, listeners: jsEventListeners }
}

/** Delivers events to the page as the server would: changes of rows, typing on and off. */
const hear = (page: Page, events: number, shown: readonly number[]): Promise<void> =>
  page.evaluate(
    async ([count, places]) => {
      const socket = window.bench.sockets.findLast(({ readyState }) => readyState === WebSocket.OPEN)
      if (!socket) throw new Error('The page has no socket')
      const say = (name: string, payload: unknown) =>
        socket.dispatchEvent(new MessageEvent('message', { data: `42${JSON.stringify([name, payload])}` }))
      for (let at = 0; at < count; at++) {
        const place = places[at % places.length]
        if (!place) continue
        const { leadId, conversationId } = place
        const timestamp = new Date().toISOString()
        if (at % 5 === 4)
          say('agent_typing_indicator', {
            leadId,
            agentId: conversationId,
            agentName: 'Clara',
            isAgentTyping: at % 2 === 0,
            timestamp,
          })
        else
          say('conversation_list_updated', {
            leadId,
            conversationId,
            last_message_preview: `Novidade ${at}`,
            needs_attention: at % 2 === 0,
            updated_at: timestamp,
          })
        if (at % 100 === 99) await new Promise((resolve) => setTimeout(resolve))
      }
    },
    [events, shown.map((n) => ({ leadId: idOf('large', 'lead', n), conversationId: idOf('large', 'conversation', n) }))] as const,
  )

const switchAround = (page: Page, times: number, shown: readonly number[]): Promise<void> =>
  page.evaluate(
    async ([count, all]) => {
      for (let at = 0; at < count; at++) {
        const { id, text } = all[at % all.length] ?? { id: '', text: '' }
        document.querySelector<HTMLElement>(`a[data-row="${id}"]`)?.click()
        await window.bench.painted(text)
      }
    },
    [times, shown.map((n) => ({ id: idOf('large', 'conversation', n), text: `da conversa ${n}:` }))] as const,
  )

/** Simulates a day's work in a few minutes and compares the memory with that after a shorter time. */
export const soak: Measure = {
  name: 'soak',
  figures: [HEAP, NODES, LISTENERS],
  run: async (stage) => {
    const screens = await Screens.open(stage)
    try {
      const page = await screens.window()
      const shown = (await usualShown(page, stage)).slice(0, 8)
      await page.waitForFunction(() => window.bench.sockets.some(({ readyState }) => readyState === WebSocket.OPEN))
      const session = await page.context().newCDPSession(page)
      await switchAround(page, WARM_SWITCHES, shown)
      await hear(page, WARM_EVENTS, shown)
      const home = shown[0] ?? 0
      const settle = async (): Promise<Counts> => {
        await rowOf(page, home).click()
        await page.getByText(`da conversa ${home}:`).first().waitFor()
        await page.waitForLoadState('networkidle')
        return countsOf(session)
      }
      const before = await settle()
      await switchAround(page, SWITCHES, shown)
      await hear(page, EVENTS, shown)
      const after = await settle()
      const growth = (what: keyof Counts) => (after[what] / before[what] - 1) * 100
      return [
        { name: HEAP, value: growth('heap') },
        { name: NODES, value: growth('nodes') },
        { name: LISTENERS, value: growth('listeners') },
      ]
    } finally {
      await screens.close()
    }
  },
}
