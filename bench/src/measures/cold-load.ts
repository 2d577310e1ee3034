import type { Page, Response } from '@playwright/test'
import { idOf } from '../dataset/ids.ts'
import type { Measure } from '../measure.ts'
import { median } from '../statistics.ts'
import { drawnNow, LEAST_PATH, leastPage, serveLeast } from '../support/least/page.ts'
import { rows, Screens, throttle } from '../support/screens.ts'

const REQUESTS = 'calls before the first rows of a cold load'
const PAINTED = 'cold load to the list painted, 4× throttle, p50 by a least page'
const SLOW = 4
const LOADS = 5
const WHOLE = 'whole lists that the 30 s refresh fetches'
/** A list request later than this after the first rows is the periodic refresh. */
const REFRESH_MS = 25_000
const REFRESH_WITHIN_MS = 45_000

const isList = (response: Response) => response.url().includes('/api/conversations/agents/')

const watchRows = () => {
  window.bench.waiting = window.bench.paintedWhen(() => document.querySelector('a[data-row]') !== null)
}

/** Returns the milliseconds from a page's start until its first rows are painted, each in its own window. */
const loads = async (signedIn: Page, path: string, prepare: (page: Page) => Promise<unknown>): Promise<number[]> => {
  const found: number[] = []
  for (let left = LOADS; left > 0; left -= 1) {
    const page = await signedIn.context().newPage()
    await page.addInitScript(watchRows)
    await prepare(page)
    await throttle(page, SLOW)
    await page.goto(path)
    await rows(page).first().waitFor()
    found.push(await page.evaluate(async () => (await window.bench.waiting) - performance.timeOrigin))
    await page.close()
  }
  return found
}

/** Reloads a page as a signed-in user, then waits half a minute for the requests of its refresh. */
export const coldLoad: Measure = {
  name: 'cold-load',
  figures: [REQUESTS, PAINTED, WHOLE],
  run: async (stage) => {
    const screens = await Screens.open(stage)
    try {
      const first = await screens.window()
      const html = leastPage(await drawnNow(first))
      const ours = await loads(first, '/chat', async () => {})
      const least = await loads(first, `${LEAST_PATH}?agent=${idOf('large', 'agent')}`, (page) => serveLeast(page, () => html))
      const page = await first.context().newPage()
      await first.close()
      await page.addInitScript(watchRows)
      await page.goto('/chat')
      await rows(page).first().waitFor()
      const before = await page.evaluate(async () => {
        const shown = (await window.bench.waiting) - performance.timeOrigin
        return performance
          .getEntriesByType('resource')
          .filter(({ name, startTime }) => new URL(name).pathname.startsWith('/api/') && startTime < shown)
          .map(({ name }) => new URL(name).pathname)
      })
      // Collects all list responses until the refresh; requests of the real-time connection may come between them.
      const lists: Response[] = []
      page.on('response', (response) => {
        if (isList(response)) lists.push(response)
      })
      const from = performance.now()
      while (performance.now() - from < REFRESH_MS) {
        await page.waitForEvent('response', { predicate: isList, timeout: REFRESH_WITHIN_MS })
      }
      // A request with a cursor continues a list that was already requested, here the one that the page loaded first.
      const isPart = ({ searchParams }: URL) => searchParams.has('updated_since') || searchParams.has('cursor')
      const isDelta = (response: Response) => response.status() === 304 || isPart(new URL(response.url()))
      return [
        { name: REQUESTS, value: before.length },
        { name: PAINTED, value: median(ours) / median(least) },
        { name: WHOLE, value: lists.filter((response) => !isDelta(response)).length },
      ]
    } finally {
      await screens.close()
    }
  },
}
