import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { POINTER_TYPES, runWithPointer } from './support/pointer-types.ts'
import { PRODUCT_LAYERS } from './support/product-layers.ts'
import { PRODUCT_PAGES } from './support/product-pages.ts'
import { findSmallTargets } from './support/small-targets.ts'

for (const hand of POINTER_TYPES) {
  const { name, least, pointer } = hand
  test(`every control of every page and layer is met by ${name} @wide`, async ({ browser, provider, signedIn }) => {
    test.slow()
    const found: string[] = []
    const visit = async (place: string, who: (typeof PRODUCT_PAGES)[number]['who'], look: (page: Page) => Promise<string[]>) => {
      const storageState = who && (await signedIn(who))
      const controls = await runWithPointer({ browser, provider, hand, storageState }, look)
      found.push(...controls.map((control) => `${place}: ${control}`))
    }
    for (const { name: place, who, open } of PRODUCT_PAGES)
      await visit(place, who, async (page) => {
        await open(page)
        return findSmallTargets(page, least)
      })
    for (const { name: place, who, open, part } of PRODUCT_LAYERS)
      await visit(place, who, async (page) => {
        await open(page, pointer === 'coarse')
        await expect(page.locator(part)).toBeVisible()
        return findSmallTargets(page, least, part)
      })
    expect(found, `controls smaller than ${least} × ${least} px under ${name}`).toEqual([])
  })
}
