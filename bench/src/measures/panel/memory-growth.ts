import type { CDPSession, Page } from '@playwright/test'
import { buildId } from '../../dataset/ids.ts'
import type { Measure } from '../../measure.ts'
import { BrowserWindows, getListRow, getShownUnwrittenConversations } from '../../support/browser-windows.ts'
import { measureHeap } from '../../support/measure-heap.ts'

const HEAP_FIGURE = 'heap after 100,000 events and 1,000 switches, growth'
const NODES_FIGURE = 'nodes of the page after the same, growth'
const LISTENERS_FIGURE = 'listeners of the page after the same, growth'
const EVENT_COUNT = 100_000
const SWITCH_COUNT = 1_000
/** Warm-up: caches filled on first use must not count. */
const WARM_UP_EVENTS = 15_000
const WARM_UP_SWITCHES = 150

interface MemoryCounts {
  heap: number
  nodes: number
  listeners: number
}

const measureMemoryCounts = async (session: CDPSession): Promise<MemoryCounts> => {
  // Deletes the bench's own recordings in the page, which must not count as growth.
  await session.send('Runtime.evaluate', { expression: 'window.bench.forget()' })
  for (let turn = 0; turn < 3; turn++) await session.send('HeapProfiler.collectGarbage')
  const heap = await measureHeap(session)
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
  return { heap, nodes, listeners: jsEventListeners }
}

/** Delivers events to the page as the server would: changes of rows, typing on and off. */
const deliverSocketEvents = (page: Page, events: number, shown: readonly number[]): Promise<void> =>
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
    [
      events,
      shown.map((n) => ({ leadId: buildId('large', 'lead', n), conversationId: buildId('large', 'conversation', n) })),
    ] as const,
  )

const switchConversations = (page: Page, times: number, shown: readonly number[]): Promise<void> =>
  page.evaluate(
    async ([count, all]) => {
      for (let at = 0; at < count; at++) {
        const { id, text } = all[at % all.length] ?? { id: '', text: '' }
        document.querySelector<HTMLElement>(`a[data-row="${id}"]`)?.click()
        await window.bench.painted(text)
      }
    },
    [times, shown.map((n) => ({ id: buildId('large', 'conversation', n), text: `da conversa ${n}:` }))] as const,
  )

/** Simulates a day's work in a few minutes and compares the memory with that after a shorter time. */
export const memoryGrowthMeasure: Measure = {
  name: 'soak',
  figures: [HEAP_FIGURE, NODES_FIGURE, LISTENERS_FIGURE],
  run: async (stage) => {
    const screens = await BrowserWindows.open(stage)
    try {
      const page = await screens.window()
      const shown = (await getShownUnwrittenConversations(page, stage)).slice(0, 8)
      await page.waitForFunction(() => window.bench.sockets.some(({ readyState }) => readyState === WebSocket.OPEN))
      const session = await page.context().newCDPSession(page)
      await switchConversations(page, WARM_UP_SWITCHES, shown)
      await deliverSocketEvents(page, WARM_UP_EVENTS, shown)
      const home = shown[0] ?? 0
      const settle = async (): Promise<MemoryCounts> => {
        await getListRow(page, home).click()
        await page.getByText(`da conversa ${home}:`).first().waitFor()
        await page.waitForLoadState('networkidle')
        return measureMemoryCounts(session)
      }
      const before = await settle()
      await switchConversations(page, SWITCH_COUNT, shown)
      await deliverSocketEvents(page, EVENT_COUNT, shown)
      const after = await settle()
      const growth = (what: keyof MemoryCounts) => (after[what] / before[what] - 1) * 100
      return [
        { name: HEAP_FIGURE, value: growth('heap') },
        { name: NODES_FIGURE, value: growth('nodes') },
        { name: LISTENERS_FIGURE, value: growth('listeners') },
      ]
    } finally {
      await screens.close()
    }
  },
}
