import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { fetchAgentByType, getConversationRows, openAgentConversations } from './support/chat.ts'
import { PRODUCT_PAGES } from './support/product-pages.ts'

/** Pages inside the panel's layout, except the chat. */
const PAGES_IN_LAYOUT = [
  'agentes',
  'agente',
  'agente-conhecimento',
  'agente-testes',
  'agente-versoes',
  'agente-novo',
  'configuracoes',
  'organizacao-pessoas',
  'organizacao-numeros',
  'organizacao-seguranca',
  'organizacao-dados',
  'organizacao-auditoria',
  'convites',
  'dashboard',
]

const getTitleLeft = (page: Page): Promise<number> =>
  page
    .getByRole('main')
    .getByRole('heading', { level: 1 })
    .evaluate((title) => title.getBoundingClientRect().left)

for (const width of [1440, 1024, 390]) {
  test(`all pages have one left edge at ${width} px @wide`, async ({ windowOf }) => {
    const page = await windowOf('staff')
    await page.setViewportSize({ width, height: 900 })
    test.slow()
    const edges: [string, number][] = []
    for (const { name, open } of PRODUCT_PAGES.filter((one) => PAGES_IN_LAYOUT.includes(one.name))) {
      await open(page)
      edges.push([name, Math.round(await getTitleLeft(page))])
    }
    expect(edges).toHaveLength(PAGES_IN_LAYOUT.length)
    const [, first] = edges[0] ?? ['', 0]
    expect(edges).toEqual(PAGES_IN_LAYOUT.map((name) => [name, first]))
  })
}

test('the selected row is seen in both themes: its ground is no other row’s, by more than a shade @wide', async ({
  windowOf,
}) => {
  const page = await windowOf('staff')
  await openAgentConversations(page, await fetchAgentByType(page, 'SDR'))
  await getConversationRows(page).nth(2).click()
  await expect(getConversationRows(page).nth(2)).toHaveAttribute('aria-current', 'page')
  await page.mouse.move(1_000, 5)
  for (const theme of ['dark', 'light']) {
    await page.evaluate((name) => {
      document.documentElement.dataset['theme'] = name
    }, theme)
    const grounds = await getConversationRows(page).evaluateAll(async (found) => {
      await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => null)))
      const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
      const shadeOf = (row: Element) => {
        if (!pen) throw new Error('No canvas')
        for (let at: Element | null = row; at; at = at.parentElement) {
          pen.clearRect(0, 0, 1, 1)
          pen.fillStyle = getComputedStyle(at).backgroundColor
          pen.fillRect(0, 0, 1, 1)
          const [red = 0, green = 0, blue = 0, alpha = 0] = pen.getImageData(0, 0, 1, 1).data
          if (alpha === 255) return [red, green, blue]
        }
        throw new Error('A row without a ground')
      }
      return found.slice(2, 4).map(shadeOf)
    })
    const [selected = [], other = []] = grounds
    const apart = Math.max(...selected.map((value, at) => Math.abs(value - (other[at] ?? 0))))
    expect(apart, `shades between a selected row and another, ${theme}`).toBeGreaterThanOrEqual(8)
  }
})
