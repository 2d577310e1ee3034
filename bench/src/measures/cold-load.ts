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
/** A list that is asked for later than this after the rows is the refresh. */
const REFRESH_MS = 25_000
const REFRESH_WITHIN_MS = 45_000

const isList = (response: Response) => response.url().includes('/api/conversations/agents/')

const watchRows = () => {
  window.bench.waiting = window.bench.paintedWhen(() => document.querySelector('a[data-row]') !== null)
}

/** Milliseconds from a page's birth until its first rows stand in a frame, each time in a window of its own. */
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

/** A page opened anew by somebody who is signed in; then half a minute of waiting for what its refresh asks. */
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
      // Every list that is answered until the refresh has come: what the connection asks for may come between.
      const lists: Response[] = []
      page.on('response', (response) => {
        if (isList(response)) lists.push(response)
      })
      const from = performance.now()
      while (performance.now() - from < REFRESH_MS) {
        await page.waitForEvent('response', { predicate: isList, timeout: REFRESH_WITHIN_MS })
      }
      // A later page belongs to a list that has begun; here, to the one that the page opened with.
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
