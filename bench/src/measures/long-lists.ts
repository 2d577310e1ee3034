import type { Route } from '@playwright/test'
import { getConversation, listConversations } from '@prosa/contract/calls/conversations'
import { idOf } from '../dataset/ids.ts'
import type { Measure } from '../measure.ts'
import { drawnNow } from '../support/least/page.ts'
import { leastScroll } from '../support/least/scroll.ts'
import { Screens, scroll, throttle } from '../support/screens.ts'

const LIST = 'longest task while scrolling 50,000 conversations, 4× throttle, by a least page'
const THREAD = 'longest task while scrolling 20,000 messages, 4× throttle, by a least page'
const CONVERSATIONS = 50_000
const MESSAGES = 20_000
const SLOW = 4
const ROWS = '[role=list][aria-label=Conversas]'
/** Longer than the age of any data of the bench. */
const YEARS_MS = 5 * 365 * 86_400_000

/** Answers with a whole list at once, as a provider without pagination does. */
const answerWhole = async (route: Route) => {
  const url = new URL(route.request().url())
  const response = await route.fetch()
  const answer = listConversations.answer.parse(await response.json())
  const real = answer.data.conversations
  const oldest = real.at(-1)
  if (url.searchParams.has('updated_since') || !oldest) return route.fulfill({ response })
  // The existing conversations come first, so that one of them can be opened.
  const before = (at: number) => new Date(Date.now() - YEARS_MS - at * 1_000).toISOString()
  const others = Array.from({ length: CONVERSATIONS - real.length }, (_, at) => ({
    ...oldest,
    _id: idOf('large', 'conversation', 1_000_000 + at),
    lead_id: idOf('large', 'lead', 1_000_000 + at),
    lead_name: `Pessoa ${at}`,
    updated_at: before(at),
    last_client_message_at: before(at),
  }))
  const conversations = [...real, ...others]
  return route.fulfill({ json: { ...answer, data: { ...answer.data, conversations, nextCursor: null } } })
}

const answerLong = async (route: Route) => {
  const response = await route.fetch()
  // Hovering over a generated row prefetches a conversation that the server does not have: its error answer is passed on.
  if (!response.ok()) return route.fulfill({ response })
  const answer = getConversation.answer.parse(await response.json())
  const [one] = answer.data.history
  if (new URL(route.request().url()).searchParams.has('afterSeq') || !one) return route.fulfill({ response })
  const history = Array.from({ length: MESSAGES }, (_, at) => ({
    ...one,
    message_id: idOf('large', 'message', at + 1),
    seq: at + 1,
    role: at % 2 === 0 ? ('humano' as const) : ('AI' as const),
    content: `Mensagem ${at + 1} de muitas: podemos ver isso ainda hoje, se for bom para você.`,
    timestamp: new Date(Date.now() - (MESSAGES - at) * 60_000).toISOString(),
  }))
  return route.fulfill({ json: { ...answer, data: { ...answer.data, history, nextCursor: null, last_seq: MESSAGES } } })
}

/** Loads everything at once and measures only the scrolling. */
export const longLists: Measure = {
  name: 'long-lists',
  figures: [LIST, THREAD],
  run: async (stage) => {
    const screens = await Screens.open(stage)
    try {
      const page = await screens.window()
      await page.route('**/api/conversations/agents/**', answerWhole)
      // Matches only the conversation itself, not the requests below its path, such as for costs.
      await page.route(/\/api\/conversations\/lead\/[^/?]+\/[^/?]+(?:\?|$)/, answerLong)
      await page.reload()
      await page.locator(`[aria-setsize="${CONVERSATIONS}"]`).first().waitFor({ timeout: 60_000 })
      const drawn = await drawnNow(page)
      await throttle(page, SLOW)
      const list = await scroll(page, ROWS, 1)
      const leastList = await leastScroll(page, { drawn, shape: { count: CONVERSATIONS }, direction: 1, slow: SLOW })
      await throttle(page, 1)
      await page.locator(ROWS).evaluate((box) => box.scrollTo(0, 0))
      await page.locator('[aria-posinset="1"]').getByRole('link').click()
      await page.getByText(`Mensagem ${MESSAGES} de muitas`).waitFor({ timeout: 60_000 })
      const bubbles = await page
        .locator('[role=log] [data-index]')
        .evaluateAll((rows) => rows.map((row) => ({ html: row.outerHTML, height: row.getBoundingClientRect().height })))
      const rowPx = Math.round(bubbles.reduce((sum, { height }) => sum + height, 0) / bubbles.length)
      await throttle(page, SLOW)
      const thread = await scroll(page, '[role=log]', -1)
      const rows = bubbles.map(({ html }) => html)
      const leastThread = await leastScroll(page, {
        drawn: { ...drawn, rows },
        shape: { count: MESSAGES, rowPx, width: 50 },
        direction: -1,
        slow: SLOW,
      })
      return [
        { name: LIST, value: list / leastList },
        { name: THREAD, value: thread / leastThread },
      ]
    } finally {
      await screens.close()
    }
  },
}
