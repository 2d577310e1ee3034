import { devices, type Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { agentOf, composer, openConversationsOf, rows, thread } from './support/chat.ts'
import { callsGoTo } from './support/provider.ts'

const phone = { ...devices['Pixel 5'], viewport: { width: 390, height: 844 } }

/** Waits ten frames for the effects of a press. */
const framesPass = (page: Page) =>
  page.evaluate(async () => {
    for (let left = 10; left > 0; left -= 1) await new Promise((resolve) => requestAnimationFrame(resolve))
  })

const it = test.extend<{ page: Page }>({
  page: async ({ browser, provider, signedIn }, use) => {
    const context = await browser.newContext({
      ...phone,
      baseURL: provider.url,
      locale: 'pt-BR',
      storageState: await signedIn('staff'),
    })
    callsGoTo(context, provider.api)
    await use(await context.newPage())
    await context.close()
  },
})

it("LIST-15 a row's menu opens under a long press, stays when the finger is lifted, and can be used", async ({ page }) => {
  await openConversationsOf(page, await agentOf(page, 'SDR'))
  const row = rows(page).nth(2)
  await expect(row).toBeVisible()
  const path = await row.getAttribute('href')
  const { x, y, width, height } = (await row.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const touch = await page.context().newCDPSession(page)
  await touch.send('Input.dispatchTouchEvent', {
    type: 'touchStart',
    touchPoints: [{ x: x + width / 2, y: y + height / 2 }],
  })
  const item = page.getByRole('menuitem', { name: 'Abrir conversa' })
  await expect(item).toBeVisible()
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await framesPass(page)
  await expect(item).toBeVisible()
  await expect(page).toHaveURL(/\/chat$/)
  await item.tap()
  await expect(page).toHaveURL(path ?? '')
})

it("the keyboard stays open when 'Enviar' is pressed", async ({ page, provider }) => {
  const agent = await agentOf(page, 'SDR')
  const lead = await provider.newLead(page, agent, 'Oi, estou no celular')
  await page.goto(lead.path)
  await composer(page).tap()
  for (const text of ['Pode falar', 'Estou aqui']) {
    await composer(page).fill(text)
    await page.getByRole('button', { name: 'Enviar' }).tap()
    await expect(thread(page).getByText(text, { exact: true })).toBeVisible()
    await expect(composer(page)).toBeFocused()
  }
})
