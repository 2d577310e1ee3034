import type { Page } from '@playwright/test'
import { WRITTEN_CONVERSATION } from '../../bench-environment.ts'
import type { Measure } from '../../measure.ts'
import { getQuantile } from '../../statistics.ts'
import { BrowserWindows, buildChatPath, trackRoomJoin } from '../../support/browser-windows.ts'

const P50_FIGURE = 'Enter in one browser to painted in another, p50'
const P95_FIGURE = 'Enter in one browser to painted in another, p95'
/** The rate limit is 30 messages per user and minute. */
const MESSAGE_COUNT = 48

const getComposer = (page: Page) => page.getByPlaceholder(/^Digite sua mensagem/)

/** Two users have the same conversation open and write alternately. */
export const messagePaintMeasure: Measure = {
  name: 'paint',
  figures: [P50_FIGURE, P95_FIGURE],
  run: async (stage) => {
    const screens = await BrowserWindows.open(stage)
    try {
      const pages = [await screens.window(), await screens.window()] as const
      for (const page of pages) {
        const joined = trackRoomJoin(page)
        await page.goto(buildChatPath(WRITTEN_CONVERSATION))
        await getComposer(page).waitFor()
        await joined()
      }
      const took: number[] = []
      for (let turn = 0; turn < MESSAGE_COUNT; turn++) {
        const [writer, reader] = turn % 2 === 0 ? pages : ([pages[1], pages[0]] as const)
        const text = `Recado ${turn} de ${Date.now()}`
        await getComposer(writer).fill(text)
        await reader.evaluate((wanted) => {
          window.bench.waiting = window.bench.painted(wanted)
        }, text)
        await getComposer(writer).press('Enter')
        const painted = await reader.evaluate(() => window.bench.waiting)
        took.push(painted - (await writer.evaluate(() => window.bench.pressedAt)))
      }
      return [
        { name: P50_FIGURE, value: getQuantile(took, 0.5) },
        { name: P95_FIGURE, value: getQuantile(took, 0.95) },
      ]
    } finally {
      await screens.close()
    }
  },
}
