import type { Response } from '@playwright/test'
import type { Measure } from '../measure.ts'
import { rows, Screens } from '../support/screens.ts'

const REQUESTS = 'calls before the first rows of a cold load'
const WHOLE = 'whole lists that the 30 s refresh fetches'
/** A list that is asked for later than this after the rows is the refresh. */
const REFRESH_MS = 25_000
const REFRESH_WITHIN_MS = 45_000

const isList = (response: Response) => response.url().includes('/api/conversations/agents/')

/** A page opened anew by somebody who is signed in; then half a minute of waiting for what its refresh asks. */
export const coldLoad: Measure = {
  name: 'cold-load',
  figures: [REQUESTS, WHOLE],
  run: async (stage) => {
    const screens = await Screens.open(stage)
    try {
      const first = await screens.window()
      const page = await first.context().newPage()
      await first.close()
      await page.addInitScript(() => {
        window.bench.waiting = window.bench.paintedWhen(() => document.querySelector('a[data-row]') !== null)
      })
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
        { name: WHOLE, value: lists.filter((response) => !isDelta(response)).length },
      ]
    } finally {
      await screens.close()
    }
  },
}
