import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules that see colours: all that another theme can break. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/**
 * Fails with rule, reason and place of everything that axe finds on the page as it stands, once what moves or changes colour has come to rest. `coloursOnly`:
 * of a page that was looked at whole a moment ago, in another theme.
 */
export const expectAccessible = async (page: Page, { coloursOnly = false } = {}): Promise<void> => {
  // A bubble that comes in while axe looks would be met half faded in.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // What goes on without an end is part of how the page stands.
  const underWay = () =>
    document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime)).length
  await expect.poll(() => page.evaluate(underWay)).toBe(0)
  // Its usual mode opens a window for each look, to put frames together; our pages have none, and are looked at in their own.
  expect(page.frames()).toHaveLength(1)
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations, passes } = await (coloursOnly ? axe.withRules(OF_COLOURS) : axe.withTags(WCAG)).analyze()
  expect(passes.length, 'axe looked at the page').toBeGreaterThan(coloursOnly ? 0 : 5)
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

export const WIDTHS = [1440, 390] as const
export const THEMES = ['dark', 'light'] as const

/** Takes the pointer off what was clicked on the way here, so that the page is seen without its tooltip. */
export const pointAtNothing = async (page: Page) => {
  await page.mouse.move(1, 1)
  await expect(page.locator('[data-open][data-side]')).toHaveCount(0)
}

/** Looks at a page in both themes at both widths. */
export const lookAt = async (page: Page, open: () => Promise<void>) => {
  // Looking at every element of a long list takes its time, eight times over.
  test.slow()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await open()
    await pointAtNothing(page)
    for (const theme of THEMES) {
      await page.evaluate((name) => {
        document.documentElement.dataset['theme'] = name
      }, theme)
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      await expectAccessible(page, { coloursOnly: theme !== THEMES[0] })
      await expectNoSidewaysScroll(page)
    }
  }
}
