import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Fails with rule, reason and place of everything that axe finds on the page as it stands. */
export const expectAccessible = async (page: Page): Promise<void> => {
  const { violations, passes } = await new AxeBuilder({ page }).withTags(WCAG).analyze()
  expect(passes.length, 'axe looked at the page').toBeGreaterThan(5)
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => ({ id, help, target, failureSummary })),
  )
  expect(found, `accessibility of ${page.url()}`).toEqual([])
}

/** Nothing of the page lies beyond its right edge. */
export const expectNoSidewaysScroll = async (page: Page): Promise<void> => {
  const { content, view } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    view: document.documentElement.clientWidth,
  }))
  expect(content, `width of ${page.url()}`).toBeLessThanOrEqual(view)
}
