import type { Page, Response } from '@playwright/test'
import { buildId } from '../../dataset/ids.ts'
import type { Measure } from '../../measure.ts'
import { getMedian } from '../../statistics.ts'
import { BrowserWindows, getListRows, throttleCpu } from '../../support/browser-windows.ts'
import {
  buildMinimalPage,
  captureRenderedPanel,
  MINIMAL_PAGE_PATH,
  serveMinimalPage,
} from '../../support/comparison/minimal-page.ts'

const REQUESTS_FIGURE = 'calls before the first rows of a cold load'
const PAINTED_FIGURE = 'cold load to the list painted, 4× throttle, p50 by a least page'
const CPU_SLOWDOWN = 4
const LOAD_COUNT = 5
const FULL_LISTS_FIGURE = 'whole lists that the 30 s refresh fetches'
/** A list request later than this after the first rows is the periodic refresh. */
const REFRESH_AFTER_MS = 25_000
const REFRESH_TIMEOUT_MS = 45_000

const isListResponse = (response: Response) => response.url().includes('/api/conversations/agents/')

const watchRows = () => {
  window.bench.waiting = window.bench.paintedWhen(() => document.querySelector('a[data-row]') !== null)
}

/** Returns the milliseconds from a page's start until its first rows are painted, each in its own window. */
const measureLoads = async (signedIn: Page, path: string, prepare: (page: Page) => Promise<unknown>): Promise<number[]> => {
  const found: number[] = []
  for (let left = LOAD_COUNT; left > 0; left -= 1) {
    const page = await signedIn.context().newPage()
    await page.addInitScript(watchRows)
    await prepare(page)
    await throttleCpu(page, CPU_SLOWDOWN)
    await page.goto(path)
    await getListRows(page).first().waitFor()
    found.push(await page.evaluate(async () => (await window.bench.waiting) - performance.timeOrigin))
    await page.close()
  }
  return found
}

/** Reloads a page as a signed-in user, then waits half a minute for the requests of its refresh. */
export const coldLoadMeasure: Measure = {
  name: 'cold-load',
  figures: [REQUESTS_FIGURE, PAINTED_FIGURE, FULL_LISTS_FIGURE],
  run: async (stage) => {
    const screens = await BrowserWindows.open(stage)
    try {
      const first = await screens.window()
      const html = buildMinimalPage(await captureRenderedPanel(first))
      const ours = await measureLoads(first, '/chat', async () => {})
      const least = await measureLoads(first, `${MINIMAL_PAGE_PATH}?agent=${buildId('large', 'agent')}`, (page) =>
        serveMinimalPage(page, () => html),
      )
      const page = await first.context().newPage()
      await first.close()
      await page.addInitScript(watchRows)
      await page.goto('/chat')
      await getListRows(page).first().waitFor()
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
        if (isListResponse(response)) lists.push(response)
      })
      const from = performance.now()
      while (performance.now() - from < REFRESH_AFTER_MS) {
        await page.waitForEvent('response', { predicate: isListResponse, timeout: REFRESH_TIMEOUT_MS })
      }
      // A request with a cursor continues a list that was already requested, here the one that the page loaded first.
      const isPart = ({ searchParams }: URL) => searchParams.has('updated_since') || searchParams.has('cursor')
      const isDelta = (response: Response) => response.status() === 304 || isPart(new URL(response.url()))
      return [
        { name: REQUESTS_FIGURE, value: before.length },
        { name: PAINTED_FIGURE, value: getMedian(ours) / getMedian(least) },
        { name: FULL_LISTS_FIGURE, value: lists.filter((response) => !isDelta(response)).length },
      ]
    } finally {
      await screens.close()
    }
  },
}
