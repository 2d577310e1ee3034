import { devices, type Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { fetchAgentByType, getComposer, getConversationRows, getThread, openAgentConversations } from './support/chat.ts'
import { setApiUrl } from './support/provider.ts'

const PHONE_DEVICE = { ...devices['Pixel 5'], viewport: { width: 390, height: 844 } }

/** Waits ten frames for the effects of a press. */
const waitForFrames = (page: Page) =>
  page.evaluate(async () => {
    for (let left = 10; left > 0; left -= 1) await new Promise((resolve) => requestAnimationFrame(resolve))
  })

const touchTest = test.extend<{ page: Page }>({
  page: async ({ browser, provider, signedIn }, use) => {
    const context = await browser.newContext({
      ...PHONE_DEVICE,
      baseURL: provider.url,
      locale: 'pt-BR',
      storageState: await signedIn('staff'),
    })
    setApiUrl(context, provider.api)
    await use(await context.newPage())
    await context.close()
  },
})

touchTest("LIST-15 a row's menu opens under a long press, stays when the finger is lifted, and can be used", async ({ page }) => {
  await openAgentConversations(page, await fetchAgentByType(page, 'SDR'))
  const row = getConversationRows(page).nth(2)
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
  await waitForFrames(page)
  await expect(item).toBeVisible()
  await expect(page).toHaveURL(/\/chat$/)
  await item.tap()
  await expect(page).toHaveURL(path ?? '')
})

touchTest("the keyboard stays open when 'Enviar' is pressed", async ({ page, provider }) => {
  const agent = await fetchAgentByType(page, 'SDR')
  const lead = await provider.newLead(page, agent, 'Oi, estou no celular')
  await page.goto(lead.path)
  await getComposer(page).tap()
  for (const text of ['Pode falar', 'Estou aqui']) {
    await getComposer(page).fill(text)
    await page.getByRole('button', { name: 'Enviar' }).tap()
    await expect(getThread(page).getByText(text, { exact: true })).toBeVisible()
    await expect(getComposer(page)).toBeFocused()
  }
})
