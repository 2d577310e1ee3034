import { devices, type Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { LAYERS } from './support/layers-of-the-product.ts'
import { PRODUCT_PAGES } from './support/pages-of-the-product.ts'
import { callsGoTo } from './support/provider.ts'
import { tooSmall } from './support/targets.ts'

/** Under a finger at the foot of a bus, under a pointer at a desk (WCAG 2.5.5 and 2.5.8). */
const HANDS = [
  {
    name: 'a finger',
    least: 44,
    pointer: 'coarse',
    device: { ...devices['Pixel 5'], viewport: { width: 390, height: 844 } },
  },
  { name: 'a pointer', least: 24, pointer: 'fine', device: { viewport: { width: 1440, height: 900 } } },
] as const

for (const { name, least, pointer, device } of HANDS) {
  test(`every control of every page and layer is met by ${name} @wide`, async ({ browser, provider, signedIn }) => {
    test.slow()
    const found: string[] = []
    const visit = async (place: string, who: (typeof PRODUCT_PAGES)[number]['who'], look: (page: Page) => Promise<string[]>) => {
      const context = await browser.newContext({
        ...device,
        baseURL: provider.url,
        locale: 'pt-BR',
        timezoneId: 'America/Sao_Paulo',
        reducedMotion: 'reduce',
        ...(who ? { storageState: await signedIn(who) } : {}),
      })
      callsGoTo(context, provider.api)
      const page = await context.newPage()
      found.push(...(await look(page)).map((control) => `${place}: ${control}`))
      expect(await page.evaluate((kind) => matchMedia(`(pointer: ${kind})`).matches, pointer)).toBe(true)
      await context.close()
    }
    for (const { name: place, who, open } of PRODUCT_PAGES)
      await visit(place, who, async (page) => {
        await open(page)
        return tooSmall(page, least)
      })
    for (const { name: place, who, open, part } of LAYERS)
      await visit(place, who, async (page) => {
        await open(page, pointer === 'coarse')
        await expect(page.locator(part)).toBeVisible()
        return tooSmall(page, least, part)
      })
    expect(found, `controls smaller than ${least} × ${least} px under ${name}`).toEqual([])
  })
}
