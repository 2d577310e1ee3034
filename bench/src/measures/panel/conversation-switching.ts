import type { Page } from '@playwright/test'
import { WRITTEN_CONVERSATION } from '../../bench-environment.ts'
import { buildId } from '../../dataset/ids.ts'
import type { Measure } from '../../measure.ts'
import { getMedian } from '../../statistics.ts'
import {
  BrowserWindows,
  buildChatPath,
  getListRow,
  getShownUnwrittenConversations,
  throttleCpu,
  trackRoomJoin,
} from '../../support/browser-windows.ts'
import {
  buildMinimalPage,
  captureRenderedPanel,
  MINIMAL_PAGE_PATH,
  serveMinimalPage,
} from '../../support/comparison/minimal-page.ts'

const COLD_SWITCH_FIGURE = 'switching to a conversation not seen before, 4× throttle, p50 by a least page'
const REVISITED_FIGURE = 'switching back with every answer held back, 4× throttle, p50 by a least page'
const CLICK_FIGURE = 'slowest click while switching, 4× throttle, by a least page'
const TYPING_FIGURE = 'slowest key while typing, 4× throttle'
const CPU_SLOWDOWN = 4
const SWITCH_COUNT = 12
const RESPONSE_DELAY_MS = 1_500
const TYPED_TEXT = 'Bom dia! Podemos conversar hoje à tarde?'
/** The browser reports event timings with a delay, and none shorter than 16 ms. */
const EVENT_TIMING_DELAY_MS = 500
const FRAME_MS = 16
const CLICK_EVENT_NAMES = ['click', 'pointerdown', 'pointerup']

/** Returns the milliseconds from the click until the conversation's newest message is painted. */
const measureSwitch = async (page: Page, n: number, newest: number): Promise<number> => {
  const row = getListRow(page, n)
  await row.hover()
  await page.evaluate((text) => {
    window.bench.waiting = window.bench.painted(text)
  }, `Mensagem ${newest} da conversa ${n}:`)
  await row.click()
  const took = await page.evaluate(async () => (await window.bench.waiting) - window.bench.pressedAt)
  await page.waitForLoadState('networkidle')
  return took
}

/** Measures the same on the minimal page, in another window. */
const measureMinimalPageSwitches = async (panel: Page, html: string, ns: readonly number[], newest: number) => {
  const page = await panel.context().newPage()
  await serveMinimalPage(page, () => html)
  await page.goto(MINIMAL_PAGE_PATH)
  await throttleCpu(page, CPU_SLOWDOWN)
  const cold: number[] = []
  for (const n of ns) cold.push(await measureSwitch(page, n, newest))
  const revisited: number[] = []
  for (const n of ns) revisited.push(await measureSwitch(page, n, newest))
  await page.waitForTimeout(EVENT_TIMING_DELAY_MS)
  // The browser reports no events shorter than this.
  const click = Math.max(FRAME_MS, await page.evaluate((kinds) => window.bench.slowest(kinds), CLICK_EVENT_NAMES))
  await page.close()
  return { cold, revisited, click }
}

/** Switches between conversations on a slowed-down processor, and back without waiting for the server. */
export const conversationSwitchingMeasure: Measure = {
  name: 'switching',
  figures: [COLD_SWITCH_FIGURE, REVISITED_FIGURE, CLICK_FIGURE, TYPING_FIGURE],
  run: async (stage) => {
    const screens = await BrowserWindows.open(stage)
    try {
      const page = await screens.window()
      const [opening = 0, ...others] = (await getShownUnwrittenConversations(page, stage)).slice(0, SWITCH_COUNT + 1)
      const newest = stage.sizes.large.messagesEach
      await measureSwitch(page, opening, newest)
      await throttleCpu(page, CPU_SLOWDOWN)
      await page.evaluate(() => window.bench.forget())
      const drawn = await captureRenderedPanel(page)
      const threads: Record<string, string> = {}
      const cold: number[] = []
      for (const n of others) {
        cold.push(await measureSwitch(page, n, newest))
        threads[buildId('large', 'conversation', n)] = (await captureRenderedPanel(page)).thread
      }
      // Delays the answers for the history, so that the page shows cached messages.
      await page.route('**/api/conversations/lead/**', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, RESPONSE_DELAY_MS))
        await route.continue().catch(() => {})
      })
      const revisited: number[] = []
      for (const n of others) revisited.push(await measureSwitch(page, n, newest))
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.waitForTimeout(EVENT_TIMING_DELAY_MS)
      const click = await page.evaluate((kinds) => window.bench.slowest(kinds), CLICK_EVENT_NAMES)
      const least = await measureMinimalPageSwitches(page, buildMinimalPage({ ...drawn, threads }), others, newest)
      const joined = trackRoomJoin(page)
      await page.goto(buildChatPath(WRITTEN_CONVERSATION))
      const composer = page.getByPlaceholder(/^Digite sua mensagem/)
      // Measures typing only, after the page has loaded completely and the first key was pressed.
      await composer.fill('a')
      await joined()
      await page.waitForLoadState('networkidle')
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
      await page.evaluate(() => window.bench.forget())
      await page.keyboard.type(TYPED_TEXT, { delay: 30 })
      if ((await composer.inputValue()).length < TYPED_TEXT.length) throw new Error('what was typed is not in the composer')
      await page.waitForTimeout(EVENT_TIMING_DELAY_MS)
      const key = await page.evaluate(() => window.bench.slowest(['keydown', 'keypress', 'input', 'beforeinput', 'keyup']))
      return [
        { name: COLD_SWITCH_FIGURE, value: getMedian(cold) / getMedian(least.cold) },
        { name: REVISITED_FIGURE, value: getMedian(revisited) / getMedian(least.revisited) },
        { name: CLICK_FIGURE, value: click / least.click },
        { name: TYPING_FIGURE, value: key },
      ]
    } finally {
      await screens.close()
    }
  },
}
