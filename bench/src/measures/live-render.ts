import { idOf } from '../dataset/ids.ts'
import type { Measure } from '../measure.ts'
import { countRenders } from '../page/count-renders.ts'
import { conversationsShown, rowOf, rows, Screens } from '../support/screens.ts'

const RENDERED = 'rows rendered for one live event, at most'
const EVENTS = 10

/** Marks and unmarks the newest conversation from another client. Each time, only its own row may be rendered. */
export const liveRender: Measure = {
  name: 'live-render',
  figures: [RENDERED],
  run: async (stage) => {
    const screens = await Screens.open(stage)
    const caller = await stage.caller()
    try {
      const first = await screens.window()
      const page = await first.context().newPage()
      await first.close()
      await page.addInitScript(countRenders)
      const connected = page.waitForEvent('websocket')
      await page.goto('/chat')
      await rows(page).first().waitFor()
      await (await connected).waitForEvent('framereceived', ({ payload }) => String(payload).startsWith('40'))
      const n = (await conversationsShown(page))[0] ?? 0
      const id = idOf('large', 'conversation', n)
      let most = 0
      for (let event = 0; event < EVENTS; event++) {
        const flagged = event % 2 === 0
        await page.evaluate(() => {
          window.renderedRows = []
        })
        await caller.write('PATCH', `/api/conversations/lead/${idOf('large', 'lead', n)}/${id}/attention`, {
          needs_attention: flagged,
        })
        await rowOf(page, n)
          .getByText(/Necessita|atenção/i)
          .waitFor({ state: flagged ? 'attached' : 'detached' })
        const rendered = await page.evaluate(() => [...new Set(window.renderedRows)])
        if (!rendered.includes(id)) throw new Error('the row that changed was not seen to be rendered')
        most = Math.max(most, rendered.length)
      }
      return [{ name: RENDERED, value: most }]
    } finally {
      caller.close()
      await screens.close()
    }
  },
}
