import type { Page } from '@playwright/test'
import { HTTP_HEADERS } from '@prosa/contract/http'
import { expect, test } from './fixtures.ts'
import {
  fetchAgentByType,
  fetchConversations,
  getComposer,
  getConversationRow,
  getConversationRows,
  getThread,
  openAgentConversations,
} from './support/chat.ts'

declare global {
  interface Window {
    /** How often the button that scrolls to the end was added to the page. */
    offers: number
  }
}

const countUnreadButtons = (page: Page) =>
  page.addInitScript(() => {
    window.offers = 0
    let isOffered = false
    new MutationObserver(() => {
      const offered = document.querySelector('button[aria-label^="Ir para o fim"]') !== null
      if (offered && !isOffered) window.offers += 1
      isOffered = offered
    }).observe(document, { childList: true, subtree: true })
  })

/** Waits 20 frames, until the rows are measured and the thread no longer moves. */
const waitForFrames = (page: Page) =>
  page.evaluate(async () => {
    for (let left = 20; left > 0; left -= 1) await new Promise((resolve) => requestAnimationFrame(resolve))
  })

for (const [width, slowness] of [
  [1440, 1],
  [1440, 4],
  [390, 4],
] as const) {
  test(`VIEW-16 VIEW-29 a conversation opens at its end, ${width} px wide and ${slowness}× slower @wide`, async ({
    windowOf,
  }) => {
    const page = await windowOf('staff')
    await page.setViewportSize({ width, height: 844 })
    await countUnreadButtons(page)
    const agent = await fetchAgentByType(page, 'SDR')
    await openAgentConversations(page, agent)
    await expect(getConversationRows(page).first()).toBeVisible()
    const machine = await page.context().newCDPSession(page)
    await machine.send('Emulation.setCPUThrottlingRate', { rate: slowness })
    const paths = await getConversationRows(page).evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    for (const path of paths.slice(0, 6)) {
      await getConversationRow(page, path).click()
      await expect(page).toHaveURL(path)
      await expect(getThread(page).locator('[data-speaker]').filter({ visible: true }).last()).toBeInViewport()
      await waitForFrames(page)
      if (width === 390) await page.getByRole('link', { name: 'Voltar às conversas' }).click()
    }
    expect(await page.evaluate(() => window.offers)).toBe(0)
    for (const path of paths.slice(0, 2)) {
      await page.goto(path)
      await expect(getThread(page).locator('[data-speaker]').filter({ visible: true }).last()).toBeInViewport()
      await waitForFrames(page)
      expect(await page.evaluate(() => window.offers)).toBe(0)
    }
  })
}

for (const width of [1440, 390]) {
  test(`VIEW-16 the newest message stays in sight while a text wraps and messages come, ${width} px wide @wide`, async ({
    windowOf,
  }) => {
    const page = await windowOf('staff')
    const agent = await fetchAgentByType(page, 'CLOSER')
    const [open] = await fetchConversations(page, agent)
    if (!open) throw new Error('The demo has no conversation of the Closer')
    const path = `${open.lead_id}/${open._id}`
    await openAgentConversations(page, agent)
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`/chat/${path}`)
    const newest = getThread(page).locator('[data-speaker]').filter({ visible: true }).last()
    await expect(newest).toBeInViewport()
    const colleague = await windowOf('admin')
    const below = () =>
      page.evaluate(() => {
        const log = document.querySelector('[role=log]')
        const last = [...document.querySelectorAll('[role=log] [data-speaker]')].at(-1)
        return (last?.getBoundingClientRect().bottom ?? Infinity) - (log?.getBoundingClientRect().bottom ?? 0)
      })
    for (let part = 1; part <= 6; part += 1) {
      await getComposer(page).pressSequentially('uma frase que enche a linha e passa para a linha de baixo ')
      const text = `Chegou enquanto você escrevia ${width} ${part}`
      await colleague.request.post(`/api/conversations/lead/${path}/messages`, {
        data: { content: text },
        headers: {
          [HTTP_HEADERS.requestTime]: new Date().toISOString(),
          [HTTP_HEADERS.idempotencyKey]: `while-writing-${width}-${part}`,
        },
      })
      await expect(getThread(page).getByText(text, { exact: true })).toBeVisible()
      await waitForFrames(page)
      expect(await below(), `pixels of the newest message under the composer after part ${part}`).toBeLessThanOrEqual(0)
    }
  })
}

test('VIEW-16 VIEW-17 away from the end a button leads back, and a red dot on it tells of what came', async ({ windowOf }) => {
  const page = await windowOf('staff')
  const agent = await fetchAgentByType(page, 'POS_VENDA')
  const long = (await fetchConversations(page, agent)).find(({ total_messages }) => (total_messages ?? 0) > 1_000)
  if (!long) throw new Error('The demo has no long conversation')
  const path = `${long.lead_id}/${long._id}`
  await openAgentConversations(page, agent)
  await page.goto(`/chat/${path}`)
  const back = page.getByRole('button', { name: /^Ir para o fim/ })
  await expect(getThread(page).getByRole('article').or(getThread(page).locator('[data-index]')).first()).toBeVisible()
  await expect(back).toHaveCount(0)

  await getThread(page).hover()
  await page.mouse.wheel(0, -3_000)
  await expect(back).toBeVisible()
  await expect(back.locator('[data-news]')).toHaveCount(0)

  // The page joins the conversation's room a while after it opens; before that it receives no events.
  const colleague = await windowOf('admin')
  const text = 'Chegou enquanto você lia o começo'
  await expect(async () => {
    await colleague.request.post(`/api/conversations/lead/${path}/messages`, {
      data: { content: text },
      headers: { [HTTP_HEADERS.requestTime]: new Date().toISOString(), [HTTP_HEADERS.idempotencyKey]: 'came-while-reading' },
    })
    await expect(back.locator('[data-news]')).toBeVisible({ timeout: 2_000 })
  }).toPass()

  await back.click()
  await expect(getThread(page).getByText(text, { exact: true })).toBeInViewport()
  await expect(back).toHaveCount(0)
})
