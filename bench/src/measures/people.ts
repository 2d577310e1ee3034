import { expect } from '@playwright/test'
import type { Measure } from '../measure.ts'
import { Screens, scroll, throttle } from '../support/screens.ts'

const SCROLL = 'longest task while scrolling through people by keyset, 4× throttle'
const SLOW = 4
/** PEOPLE-01 speaks of so many. */
const PEOPLE = 2_000
const PAGE = '#pagina'

/** The organisation's people come page by page while they are scrolled through. */
export const people: Measure = {
  name: 'people',
  figures: [SCROLL],
  run: async (stage) => {
    const screens = await Screens.open(stage)
    try {
      const page = await screens.window()
      await page.goto('/settings/pessoas')
      await page.getByRole('list', { name: 'Pessoas' }).getByRole('listitem').first().waitFor()
      await throttle(page, SLOW)
      let longest = 0
      await expect(async () => {
        longest = Math.max(longest, await scroll(page, PAGE, 1))
        const last = page.getByRole('list', { name: 'Pessoas' }).getByRole('listitem').last()
        expect(Number(await last.getAttribute('aria-posinset'))).toBeGreaterThanOrEqual(PEOPLE)
      }).toPass({ timeout: 120_000 })
      return [{ name: SCROLL, value: longest }]
    } finally {
      await screens.close()
    }
  },
}
