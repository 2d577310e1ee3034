import { expect, type Page } from '@playwright/test'
import type { Measure } from '../../measure.ts'
import { BrowserWindows, measureScrollTask, throttleCpu } from '../../support/browser-windows.ts'
import { captureRenderedPanel } from '../../support/comparison/minimal-page.ts'
import { measureMinimalPageScroll } from '../../support/comparison/minimal-page-scroll.ts'

const FULL_SPEED_FIGURE = 'longest task while scrolling through 2,000 people by keyset (PEOPLE-01)'
const SLOWED_FIGURE = 'longest task while scrolling through people by keyset, 4× throttle, by a least page'
const CPU_SLOWDOWN = 4
/** Number of users in PEOPLE-01. */
const USER_COUNT = 2_000
const PAGE_SELECTOR = '#pagina'

/**
 * Opens the list and scrolls until `PEOPLE` users have loaded, page by page.
 * @returns the longest task in milliseconds
 */
const measurePeopleScroll = async (page: Page, speed: number): Promise<number> => {
  // Waits for the real-time code, which loads two seconds after the page and is not part of scrolling.
  const line = page.waitForEvent('websocket')
  await page.goto('/settings/pessoas')
  const people = page.getByRole('list', { name: 'Pessoas' }).getByRole('listitem')
  await people.first().waitFor()
  await line
  await page.waitForLoadState('networkidle')
  await throttleCpu(page, speed)
  let longest = 0
  await expect(async () => {
    longest = Math.max(longest, await measureScrollTask(page, PAGE_SELECTOR, 1))
    expect(Number(await people.last().getAttribute('aria-posinset'))).toBeGreaterThanOrEqual(USER_COUNT)
  }).toPass({ timeout: 120_000 })
  return longest
}

/** The list of users loads page by page while it is scrolled. */
export const peopleScrollMeasure: Measure = {
  name: 'people',
  figures: [FULL_SPEED_FIGURE, SLOWED_FIGURE],
  run: async (stage) => {
    const screens = await BrowserWindows.open(stage)
    try {
      const quick = await measurePeopleScroll(await screens.window(), 1)
      const page = await screens.window()
      const slowed = await measurePeopleScroll(page, CPU_SLOWDOWN)
      const rows = await page
        .getByRole('list', { name: 'Pessoas' })
        .getByRole('listitem')
        .evaluateAll((all) => all.map((row) => row.innerHTML))
      const drawn = { ...(await captureRenderedPanel(page)), rows }
      const least = await measureMinimalPageScroll(page, {
        drawn,
        shape: { count: USER_COUNT, width: 80 },
        direction: 1,
        slow: CPU_SLOWDOWN,
      })
      return [
        { name: FULL_SPEED_FIGURE, value: quick },
        { name: SLOWED_FIGURE, value: slowed / least },
      ]
    } finally {
      await screens.close()
    }
  },
}
