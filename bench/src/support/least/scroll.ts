import type { Page } from '@playwright/test'
import { scroll, throttle } from '../screens.ts'
import { type Drawn, LEAST_PATH, leastPage, type Shape, serveLeast } from './page.ts'

interface LeastScroll {
  readonly drawn: Drawn
  readonly shape: Shape
  readonly direction: 1 | -1
  /** How many times slower than it is the processor is made. */
  readonly slow: number
}

/** Scrolls through the same rows on a least page, in a window beside. @returns milliseconds of the longest task */
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
