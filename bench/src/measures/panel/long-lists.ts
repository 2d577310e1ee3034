import type { Route } from '@playwright/test'
import { getConversation, listConversations } from '@prosa/contract/calls/conversations/conversations'
import { buildId } from '../../dataset/ids.ts'
import type { Measure } from '../../measure.ts'
import { BrowserWindows, measureScrollTask, throttleCpu } from '../../support/browser-windows.ts'
import { captureRenderedPanel } from '../../support/comparison/minimal-page.ts'
import { measureMinimalPageScroll } from '../../support/comparison/minimal-page-scroll.ts'

const LIST_FIGURE = 'longest task while scrolling 50,000 conversations, 4× throttle, by a least page'
const THREAD_FIGURE = 'longest task while scrolling 20,000 messages, 4× throttle, by a least page'
const CONVERSATION_COUNT = 50_000
const MESSAGE_COUNT = 20_000
const CPU_SLOWDOWN = 4
const LIST_SELECTOR = '[role=list][aria-label=Conversas]'
/** Longer than the age of any data of the bench. */
const BEYOND_DATA_AGE_MS = 5 * 365 * 86_400_000

/** Answers with a whole list at once, as a provider without pagination does. */
const fulfillWithWholeList = async (route: Route) => {
  const url = new URL(route.request().url())
  const response = await route.fetch()
  const answer = listConversations.answer.parse(await response.json())
  const real = answer.data.conversations
  const oldest = real.at(-1)
  if (url.searchParams.has('updated_since') || !oldest) return route.fulfill({ response })
  // The existing conversations come first, so that one of them can be opened.
  const before = (at: number) => new Date(Date.now() - BEYOND_DATA_AGE_MS - at * 1_000).toISOString()
  const others = Array.from({ length: CONVERSATION_COUNT - real.length }, (_, at) => ({
    ...oldest,
    _id: buildId('large', 'conversation', 1_000_000 + at),
    lead_id: buildId('large', 'lead', 1_000_000 + at),
    lead_name: `Pessoa ${at}`,
    updated_at: before(at),
    last_client_message_at: before(at),
  }))
  const conversations = [...real, ...others]
  return route.fulfill({ json: { ...answer, data: { ...answer.data, conversations, nextCursor: null } } })
}

const fulfillWithLongThread = async (route: Route) => {
  const response = await route.fetch()
  // Hovering over a generated row prefetches a conversation that the server does not have: its error answer is passed on.
  if (!response.ok()) return route.fulfill({ response })
  const answer = getConversation.answer.parse(await response.json())
  const [one] = answer.data.history
  if (new URL(route.request().url()).searchParams.has('afterSeq') || !one) return route.fulfill({ response })
  const history = Array.from({ length: MESSAGE_COUNT }, (_, at) => ({
    ...one,
    message_id: buildId('large', 'message', at + 1),
    seq: at + 1,
    role: at % 2 === 0 ? ('humano' as const) : ('AI' as const),
    content: `Mensagem ${at + 1} de muitas: podemos ver isso ainda hoje, se for bom para você.`,
    timestamp: new Date(Date.now() - (MESSAGE_COUNT - at) * 60_000).toISOString(),
  }))
  return route.fulfill({ json: { ...answer, data: { ...answer.data, history, nextCursor: null, last_seq: MESSAGE_COUNT } } })
}

/** Loads everything at once and measures only the scrolling. */
export const longListsMeasure: Measure = {
  name: 'long-lists',
  figures: [LIST_FIGURE, THREAD_FIGURE],
  run: async (stage) => {
    const screens = await BrowserWindows.open(stage)
    try {
      const page = await screens.window()
      await page.route('**/api/conversations/agents/**', fulfillWithWholeList)
      // Matches only the conversation itself, not the requests below its path, such as for costs.
      await page.route(/\/api\/conversations\/lead\/[^/?]+\/[^/?]+(?:\?|$)/, fulfillWithLongThread)
      await page.reload()
      await page.locator(`[aria-setsize="${CONVERSATION_COUNT}"]`).first().waitFor({ timeout: 60_000 })
      const drawn = await captureRenderedPanel(page)
      await throttleCpu(page, CPU_SLOWDOWN)
      const list = await measureScrollTask(page, LIST_SELECTOR, 1)
      const leastList = await measureMinimalPageScroll(page, {
        drawn,
        shape: { count: CONVERSATION_COUNT },
        direction: 1,
        slow: CPU_SLOWDOWN,
      })
      await throttleCpu(page, 1)
      await page.locator(LIST_SELECTOR).evaluate((box) => box.scrollTo(0, 0))
      await page.locator('[aria-posinset="1"]').getByRole('link').click()
      await page.getByText(`Mensagem ${MESSAGE_COUNT} de muitas`).waitFor({ timeout: 60_000 })
      const bubbles = await page
        .locator('[role=log] [data-index]')
        .evaluateAll((rows) => rows.map((row) => ({ html: row.outerHTML, height: row.getBoundingClientRect().height })))
      const rowPx = Math.round(bubbles.reduce((sum, { height }) => sum + height, 0) / bubbles.length)
      await throttleCpu(page, CPU_SLOWDOWN)
      const thread = await measureScrollTask(page, '[role=log]', -1)
      const rows = bubbles.map(({ html }) => html)
      const leastThread = await measureMinimalPageScroll(page, {
        drawn: { ...drawn, rows },
        shape: { count: MESSAGE_COUNT, rowPx, width: 50 },
        direction: -1,
        slow: CPU_SLOWDOWN,
      })
      return [
        { name: LIST_FIGURE, value: list / leastList },
        { name: THREAD_FIGURE, value: thread / leastThread },
      ]
    } finally {
      await screens.close()
    }
  },
}
