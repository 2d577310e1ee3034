import { expect, type Page } from '@playwright/test'
import type { Measure } from '../measure.ts'
import { drawnNow } from '../support/least/page.ts'
import { leastScroll } from '../support/least/scroll.ts'
import { Screens, scroll, throttle } from '../support/screens.ts'

const AT_FULL_SPEED = 'longest task while scrolling through 2,000 people by keyset (PEOPLE-01)'
const SLOWED = 'longest task while scrolling through people by keyset, 4× throttle, by a least page'
const SLOW = 4
/** Number of users in PEOPLE-01. */
const PEOPLE = 2_000
const PAGE = '#pagina'

/**
 * Opens the list and scrolls until `PEOPLE` users have loaded, page by page.
 * @returns the longest task in milliseconds
 */
const scrollThrough = async (page: Page, speed: number): Promise<number> => {
  // Waits for the real-time code, which loads two seconds after the page and is not part of scrolling.
  const line = page.waitForEvent('websocket')
  await page.goto('/settings/pessoas')
  const people = page.getByRole('list', { name: 'Pessoas' }).getByRole('listitem')
  await people.first().waitFor()
  await line
  await page.waitForLoadState('networkidle')
  await throttle(page, speed)
  let longest = 0
  await expect(async () => {
    longest = Math.max(longest, await scroll(page, PAGE, 1))
    expect(Number(await people.last().getAttribute('aria-posinset'))).toBeGreaterThanOrEqual(PEOPLE)
  }).toPass({ timeout: 120_000 })
  return longest
}

/** The list of users loads page by page while it is scrolled. */
export const people: Measure = {
  name: 'people',
  figures: [AT_FULL_SPEED, SLOWED],
  run: async (stage) => {
    const screens = await Screens.open(stage)
    try {
      const quick = await scrollThrough(await screens.window(), 1)
      const page = await screens.window()
      const slowed = await scrollThrough(page, SLOW)
      const rows = await page
        .getByRole('list', { name: 'Pessoas' })
        .getByRole('listitem')
        .evaluateAll((all) => all.map((row) => row.innerHTML))
      const drawn = { ...(await drawnNow(page)), rows }
      const least = await leastScroll(page, { drawn, shape: { count: PEOPLE, width: 80 }, direction: 1, slow: SLOW })
      return [
        { name: AT_FULL_SPEED, value: quick },
        { name: SLOWED, value: slowed / least },
      ]
    } finally {
      await screens.close()
    }
  },
}
