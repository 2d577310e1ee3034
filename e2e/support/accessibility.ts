import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'

const WCAG_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Rules about colours, the only ones that another theme can violate. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * Fails with rule, reason and element of each axe violation on the current page, after all animations have ended. `coloursOnly` checks only
 * the colours, for a page already checked in another theme.
 */
export const expectAccessible = async (page: Page, { coloursOnly = false } = {}): Promise<void> => {
  // Reduced motion keeps axe from measuring a bubble during its fade-in.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // Endless animations are part of the page's state and are not awaited.
  const underWay = () =>
    document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime)).length
  await expect.poll(() => page.evaluate(underWay)).toBe(0)
  // Axe's default mode opens a window per check to combine frames. Our pages have none, so the legacy mode checks in the page itself.
  expect(page.frames()).toHaveLength(1)
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations, passes } = await (coloursOnly ? axe.withRules(COLOR_RULES) : axe.withTags(WCAG_TAGS)).analyze()
  expect(passes.length, 'axe looked at the page').toBeGreaterThan(coloursOnly ? 0 : 5)
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => ({ id, help, target, failureSummary })),
  )
  expect(found, `accessibility of ${page.url()}`).toEqual([])
}

/** Fails if the page can be scrolled horizontally. */
export const expectNoHorizontalScroll = async (page: Page): Promise<void> => {
  const { content, view } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    view: document.documentElement.clientWidth,
  }))
  expect(content, `width of ${page.url()}`).toBeLessThanOrEqual(view)
}

export const VIEWPORT_WIDTHS = [1440, 390] as const
export const THEMES = ['dark', 'light'] as const

/** Moves the pointer away, so that the page is shown without a tooltip. */
export const movePointerAway = async (page: Page) => {
  await page.mouse.move(1, 1)
  await expect(page.locator('[data-open][data-side]')).toHaveCount(0)
}

/** Checks a page in both themes at both widths. */
export const expectAccessibleInAllViews = async (page: Page, open: () => Promise<void>) => {
  // Checking every element of a long list takes long, up to eight times per test.
  test.slow()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const width of VIEWPORT_WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await open()
    await movePointerAway(page)
    for (const theme of THEMES) {
      await page.evaluate((name) => {
        document.documentElement.dataset['theme'] = name
      }, theme)
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      await expectAccessible(page, { coloursOnly: theme !== THEMES[0] })
      await expectNoHorizontalScroll(page)
    }
  }
}
