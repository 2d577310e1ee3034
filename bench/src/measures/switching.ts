import type { Page } from '@playwright/test'
import { idOf } from '../dataset/ids.ts'
import type { Measure } from '../measure.ts'
import { WRITTEN_TO } from '../stage.ts'
import { median } from '../statistics.ts'
import { drawnNow, LEAST_PATH, leastPage, serveLeast } from '../support/least/page.ts'
import { followJoins, pathOf, rowOf, Screens, throttle, usualShown } from '../support/screens.ts'

const COLD = 'switching to a conversation not seen before, 4× throttle, p50 by a least page'
const REVISITED = 'switching back with every answer held back, 4× throttle, p50 by a least page'
const CLICK = 'slowest click while switching, 4× throttle, by a least page'
const TYPING = 'slowest key while typing, 4× throttle'
const SLOW = 4
const SWITCHES = 12
const HELD_MS = 1_500
const TEXT = 'Bom dia! Podemos conversar hoje à tarde?'
/** The browser reports event timings with a delay, and none shorter than 16 ms. */
const HEARD_MS = 500
const FRAME_MS = 16
const CLICKS = ['click', 'pointerdown', 'pointerup']

/** Returns the milliseconds from the click until the conversation's newest message is painted. */
const switchTo = async (page: Page, n: number, newest: number): Promise<number> => {
  const row = rowOf(page, n)
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
const leastSwitches = async (panel: Page, html: string, ns: readonly number[], newest: number) => {
  const page = await panel.context().newPage()
  await serveLeast(page, () => html)
  await page.goto(LEAST_PATH)
  await throttle(page, SLOW)
  const cold: number[] = []
  for (const n of ns) cold.push(await switchTo(page, n, newest))
  const revisited: number[] = []
  for (const n of ns) revisited.push(await switchTo(page, n, newest))
  await page.waitForTimeout(HEARD_MS)
  // The browser reports no events shorter than this.
  const click = Math.max(FRAME_MS, await page.evaluate((kinds) => window.bench.slowest(kinds), CLICKS))
  await page.close()
  return { cold, revisited, click }
}

/** Switches between conversations on a slowed-down processor, and back without waiting for the server. */
export const switching: Measure = {
  name: 'switching',
  figures: [COLD, REVISITED, CLICK, TYPING],
  run: async (stage) => {
    const screens = await Screens.open(stage)
    try {
      const page = await screens.window()
      const [opening = 0, ...others] = (await usualShown(page, stage)).slice(0, SWITCHES + 1)
      const newest = stage.sizes.large.messagesEach
      await switchTo(page, opening, newest)
      await throttle(page, SLOW)
      await page.evaluate(() => window.bench.forget())
      const drawn = await drawnNow(page)
      const threads: Record<string, string> = {}
      const cold: number[] = []
      for (const n of others) {
        cold.push(await switchTo(page, n, newest))
        threads[idOf('large', 'conversation', n)] = (await drawnNow(page)).thread
      }
      // Delays the answers for the history, so that the page shows cached messages.
      await page.route('**/api/conversations/lead/**', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, HELD_MS))
        await route.continue().catch(() => {})
      })
      const revisited: number[] = []
      for (const n of others) revisited.push(await switchTo(page, n, newest))
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.waitForTimeout(HEARD_MS)
      const click = await page.evaluate((kinds) => window.bench.slowest(kinds), CLICKS)
      const least = await leastSwitches(page, leastPage({ ...drawn, threads }), others, newest)
      const joined = followJoins(page)
      await page.goto(pathOf(WRITTEN_TO))
      const composer = page.getByPlaceholder(/^Digite sua mensagem/)
      // Measures typing only, after the page has loaded completely and the first key was pressed.
      await composer.fill('a')
      await joined()
      await page.waitForLoadState('networkidle')
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
      await page.evaluate(() => window.bench.forget())
      await page.keyboard.type(TEXT, { delay: 30 })
      if ((await composer.inputValue()).length < TEXT.length) throw new Error('what was typed is not in the composer')
      await page.waitForTimeout(HEARD_MS)
      const key = await page.evaluate(() => window.bench.slowest(['keydown', 'keypress', 'input', 'beforeinput', 'keyup']))
      return [
        { name: COLD, value: median(cold) / median(least.cold) },
        { name: REVISITED, value: median(revisited) / median(least.revisited) },
        { name: CLICK, value: click / least.click },
        { name: TYPING, value: key },
      ]
    } finally {
      await screens.close()
    }
  },
}
