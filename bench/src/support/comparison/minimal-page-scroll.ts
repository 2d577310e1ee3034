import type { Page } from '@playwright/test'
import { measureScrollTask, throttleCpu } from '../browser-windows.ts'
import {
  buildMinimalPage,
  MINIMAL_PAGE_PATH,
  type MinimalPageOptions,
  type RenderedPanel,
  serveMinimalPage,
} from './minimal-page.ts'

interface MinimalPageScroll {
  readonly drawn: RenderedPanel
  readonly shape: MinimalPageOptions
  readonly direction: 1 | -1
  /** Factor by which the processor is slowed down. */
  readonly slow: number
}

/**
 * Scrolls through the same rows on a minimal page in another window.
 * @returns the longest task in milliseconds
 */
export const measureMinimalPageScroll = async (
  panel: Page,
  { drawn, shape, direction, slow }: MinimalPageScroll,
): Promise<number> => {
  const page = await panel.context().newPage()
  await serveMinimalPage(page, () => buildMinimalPage(drawn, shape))
  await page.goto(MINIMAL_PAGE_PATH)
  await page.evaluate((isUp) => isUp && document.querySelector('#list')?.scrollTo(0, 1e9), direction < 0)
  await throttleCpu(page, slow)
  const longest = await measureScrollTask(page, '#list', direction)
  await page.close()
  return longest
}
