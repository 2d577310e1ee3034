import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectNoHorizontalScroll, VIEWPORT_WIDTHS } from './support/accessibility.ts'
import { fetchAgentByType, getComposer, getConversationRows, getThreadHeader, openAgentConversations } from './support/chat.ts'
import { getLeadComposer, openWebchat, sendAsLead } from './support/lead.ts'

/** Doubles the size of all text, as a user can set it in the browser. */
const doubleTextSize = (page: Page) =>
  page.addInitScript(() => {
    const twice = () => {
      document.documentElement.style.fontSize = '200%'
    }
    if (document.documentElement) twice()
    else document.addEventListener('readystatechange', twice, { once: true })
  })

/** Returns controls and titles that extend beyond the page or overlap others. Content that scrolls horizontally may be wider. */
const findMisplacedElements = (page: Page) =>
  page.evaluate(() => {
    const isPage = (element: Element) => element.matches('main, main *:has(h1), [role="log"], body, html')
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      ((!isPage(element) && /auto|scroll/.test(getComputedStyle(element).overflowX)) || scrolls(element.parentElement))
    const shown = [...document.querySelectorAll('h1, h2, button, a[href], input, textarea, select')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => !element.closest('.sr-only') && !scrolls(element.parentElement))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.height > 1)
    const name = (element: Element) => element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)
    const beyond = shown
      .filter(({ box }) => box.left < -1 || box.right > document.documentElement.clientWidth + 1)
      .map(({ element }) => `beyond the edge: ${name(element)}`)
    const over = shown.flatMap(({ element, box }, at) =>
      shown
        .slice(at + 1)
        .filter(({ element: other }) => !element.contains(other) && !other.contains(element))
        .filter(
          ({ element: other }) => element.closest('header') !== null && element.closest('header') === other.closest('header'),
        )
        .filter(
          ({ box: its }) =>
            Math.min(box.right, its.right) - Math.max(box.left, its.left) > 1 &&
            Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top) > 1,
        )
        .map(({ element: other }) => `${name(element)} over ${name(other)}`),
    )
    return [...beyond, ...over]
  })

const expectNothingMisplaced = async (page: Page) => {
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
  await expectNoHorizontalScroll(page)
  const sideways = await page
    .locator('main, [role="log"]')
    .evaluateAll((areas) => areas.filter((area) => area.scrollWidth > area.clientWidth + 1).map((area) => area.tagName))
  expect(sideways, `areas that scroll sideways at ${page.url()}`).toEqual([])
  expect(await findMisplacedElements(page), `at ${page.url()}`).toEqual([])
}

/** Widths in pixels from a desktop to the smallest phone. Each page is opened once and checked at every width. */
const LARGE_TEXT_WIDTHS = [1440, 1024, 640, 390, 320] as const

const expectNothingMisplacedAtAnyWidth = async (page: Page) => {
  for (const width of LARGE_TEXT_WIDTHS) {
    await page.setViewportSize({ width, height: 844 })
    await expect(async () => expectNothingMisplaced(page)).toPass({ timeout: 5_000 })
  }
}

test('text at twice its size breaks nothing of any page, from 1440 to 320 px @wide', async ({ windowOf }) => {
  test.slow()
  const page = await windowOf('staff')
  await doubleTextSize(page)
  const agent = await fetchAgentByType(page, 'SDR')
  for (const [path, shown] of [
    [`/agents/${agent._id}`, page.getByRole('textbox', { name: /^Nome/ })],
    [`/agents/${agent._id}/conhecimento`, page.getByRole('list', { name: 'Fontes' })],
    ['/dashboard', page.getByText('Novos leads', { exact: true }).first()],
    ['/user/settings', page.getByRole('button', { name: 'Autorizar Google Calendar' })],
    ['/invite', page.getByRole('heading', { name: 'Convidar Usuário', level: 1 })],
    ['/agents', page.getByRole('link', { name: agent.name, exact: true })],
  ] as const) {
    await page.goto(path)
    await expect(shown).toBeVisible()
    await expectNothingMisplacedAtAnyWidth(page)
  }
})

for (const width of VIEWPORT_WIDTHS) {
  test(`text at twice its size breaks nothing of the chat at ${width} px @wide`, async ({ windowOf }) => {
    const page = await windowOf('staff')
    await page.setViewportSize({ width, height: 844 })
    await doubleTextSize(page)
    const agent = await fetchAgentByType(page, 'SDR')
    await openAgentConversations(page, agent)
    await expect(getConversationRows(page).first()).toBeInViewport()
    await expectNothingMisplaced(page)
    await getConversationRows(page).first().click()
    await expect(getComposer(page)).toBeInViewport({ ratio: 1 })
    await expect(getThreadHeader(page).getByRole('button', { name: 'Mais ações' })).toBeInViewport({ ratio: 1 })
    await expectNothingMisplaced(page)
  })

  test(`text at twice its size breaks nothing of the pages outside at ${width} px @wide`, async ({ windowOf, freshWindow }) => {
    const agent = await fetchAgentByType(await windowOf('staff'), 'SDR')
    const page = await freshWindow()
    await page.setViewportSize({ width, height: 844 })
    await doubleTextSize(page)
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'Acessar', exact: true })).toBeVisible()
    await expectNothingMisplaced(page)
    await openWebchat(page, agent)
    await sendAsLead(page, 'Oi! Procuro um apartamento de dois quartos, com varanda.')
    await expect(getLeadComposer(page)).toBeInViewport({ ratio: 1 })
    await expectNothingMisplaced(page)
  })
}
