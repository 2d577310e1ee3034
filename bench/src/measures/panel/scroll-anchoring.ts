import { LONG_CONVERSATION_MESSAGES } from '../../dataset/dataset-sizes.ts'
import type { Measure } from '../../measure.ts'
import { BrowserWindows, buildChatPath } from '../../support/browser-windows.ts'

const MOVEMENT_FIGURE = 'movement of what is read while older messages come in above'
const PAGE_COUNT = 5
/** Distance from the top in pixels at which the page requests older messages. */
const NEAR_TOP_PX = 900
const RESPONSE_DELAY_MS = 400

/** Stops scrolling near the top while a page of older messages is inserted above, and records the position of a message in every frame. */
export const scrollAnchoringMeasure: Measure = {
  name: 'prepend',
  figures: [MOVEMENT_FIGURE],
  run: async (stage) => {
    const screens = await BrowserWindows.open(stage)
    try {
      const page = await screens.window()
      const n = stage.sizes.large.conversations
      await page.goto(buildChatPath(n))
      await page.getByText(`Mensagem ${LONG_CONVERSATION_MESSAGES} da conversa ${n}:`).waitFor()
      await page.waitForLoadState('networkidle')
      await page.route('**/api/conversations/lead/**', async (route) => {
        if (new URL(route.request().url()).searchParams.has('cursor'))
          await new Promise((resolve) => setTimeout(resolve, RESPONSE_DELAY_MS))
        await route.continue().catch(() => {})
      })
      let worst = 0
      for (let turn = 0; turn < PAGE_COUNT; turn++) {
        const answered = page.waitForResponse((response) => response.url().includes('cursor='))
        const moved = page.evaluate(async (top) => {
          const box = document.querySelector('[role=log]')
          if (!box) throw new Error('There is no thread')
          const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
          const before = box.scrollHeight
          box.scrollTop = top
          for (let wait = 0; wait < 6; wait++) await frame()
          const middle = box.getBoundingClientRect().top + box.clientHeight / 2
          const inSight = [...box.querySelectorAll('[data-index]')].find((row) => row.getBoundingClientRect().bottom > middle)
          const [mark = ''] = /Mensagem \d+ da/.exec(inSight?.textContent ?? '') ?? []
          const place = () =>
            [...box.querySelectorAll('[data-index]')].find((row) => row.textContent?.includes(mark))?.getBoundingClientRect().top
          const started = place()
          if (!mark || started === undefined) throw new Error('There is no message to look at')
          let farthest = 0
          let after = 0
          while (after < 30) {
            await frame()
            farthest = Math.max(farthest, Math.abs((place() ?? Number.POSITIVE_INFINITY) - started))
            if (box.scrollHeight > before) after++
          }
          return farthest
        }, NEAR_TOP_PX)
        await answered
        worst = Math.max(worst, await moved)
      }
      return [{ name: MOVEMENT_FIGURE, value: worst }]
    } finally {
      await screens.close()
    }
  },
}
