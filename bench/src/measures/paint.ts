import type { Page } from '@playwright/test'
import type { Measure } from '../measure.ts'
import { WRITTEN_TO } from '../stage.ts'
import { quantile } from '../statistics.ts'
import { followJoins, pathOf, Screens } from '../support/screens.ts'

const P50 = 'Enter in one browser to painted in another, p50'
const P95 = 'Enter in one browser to painted in another, p95'
/** The rate limit is 30 messages per user and minute. */
const MESSAGES = 48

const composer = (page: Page) => page.getByPlaceholder(/^Digite sua mensagem/)

/** Two users have the same conversation open and write alternately. */
export const paint: Measure = {
  name: 'paint',
  figures: [P50, P95],
  run: async (stage) => {
    const screens = await Screens.open(stage)
    try {
      const pages = [await screens.window(), await screens.window()] as const
      for (const page of pages) {
        const joined = followJoins(page)
        await page.goto(pathOf(WRITTEN_TO))
        await composer(page).waitFor()
        await joined()
      }
      const took: number[] = []
      for (let turn = 0; turn < MESSAGES; turn++) {
        const [writer, reader] = turn % 2 === 0 ? pages : ([pages[1], pages[0]] as const)
        const text = `Recado ${turn} de ${Date.now()}`
        await composer(writer).fill(text)
        await reader.evaluate((wanted) => {
          window.bench.waiting = window.bench.painted(wanted)
        }, text)
        await composer(writer).press('Enter')
        const painted = await reader.evaluate(() => window.bench.waiting)
        took.push(painted - (await writer.evaluate(() => window.bench.pressedAt)))
      }
      return [
        { name: P50, value: quantile(took, 0.5) },
        { name: P95, value: quantile(took, 0.95) },
      ]
    } finally {
      await screens.close()
    }
  },
}
