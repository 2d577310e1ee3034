import type { Page } from '@playwright/test'
import { scroll, throttle } from '../screens.ts'
import { type Drawn, LEAST_PATH, leastPage, type Shape, serveLeast } from './page.ts'

interface LeastScroll {
  readonly drawn: Drawn
  readonly shape: Shape
  readonly direction: 1 | -1
  /** Factor by which the processor is slowed down. */
  readonly slow: number
}

/**
 * Scrolls through the same rows on a minimal page in another window.
 * @returns the longest task in milliseconds
 */
export const leastScroll = async (panel: Page, { drawn, shape, direction, slow }: LeastScroll): Promise<number> => {
  const page = await panel.context().newPage()
  await serveLeast(page, () => leastPage(drawn, shape))
  await page.goto(LEAST_PATH)
  await page.evaluate((isUp) => isUp && document.querySelector('#list')?.scrollTo(0, 1e9), direction < 0)
  await throttle(page, slow)
  const longest = await scroll(page, '#list', direction)
  await page.close()
  return longest
}
