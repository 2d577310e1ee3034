import { buildId } from '../../dataset/ids.ts'
import type { Measure } from '../../measure.ts'
import { installRenderCounter } from '../../page/install-render-counter.ts'
import { BrowserWindows, getListRow, getListRows, getShownConversations } from '../../support/browser-windows.ts'

const RENDERED_ROWS_FIGURE = 'rows rendered for one live event, at most'
const EVENT_COUNT = 10

/** Marks and unmarks the newest conversation from another client. Each time, only its own row may be rendered. */
export const liveRenderMeasure: Measure = {
  name: 'live-render',
  figures: [RENDERED_ROWS_FIGURE],
  run: async (stage) => {
    const screens = await BrowserWindows.open(stage)
    const caller = await stage.caller()
    try {
      const first = await screens.window()
      const page = await first.context().newPage()
      await first.close()
      await page.addInitScript(installRenderCounter)
      const connected = page.waitForEvent('websocket')
      await page.goto('/chat')
      await getListRows(page).first().waitFor()
      await (await connected).waitForEvent('framereceived', ({ payload }) => String(payload).startsWith('40'))
      const n = (await getShownConversations(page))[0] ?? 0
      const id = buildId('large', 'conversation', n)
      let most = 0
      for (let event = 0; event < EVENT_COUNT; event++) {
        const flagged = event % 2 === 0
        await page.evaluate(() => {
          window.renderedRows = []
        })
        await caller.write('PATCH', `/api/conversations/lead/${buildId('large', 'lead', n)}/${id}/attention`, {
          needs_attention: flagged,
        })
        await getListRow(page, n)
          .getByText(/Necessita|atenção/i)
          .waitFor({ state: flagged ? 'attached' : 'detached' })
        const rendered = await page.evaluate(() => [...new Set(window.renderedRows)])
        if (!rendered.includes(id)) throw new Error('the row that changed was not seen to be rendered')
        most = Math.max(most, rendered.length)
      }
      return [{ name: RENDERED_ROWS_FIGURE, value: most }]
    } finally {
      caller.close()
      await screens.close()
    }
  },
}
