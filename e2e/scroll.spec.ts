import { HEADERS } from '@prosa/contract/http'
import { expect, test } from './fixtures.ts'
import { agentOf, conversationsOf, openConversationsOf, thread } from './support/chat.ts'

test('VIEW-16 VIEW-17 away from the end a button leads back, and a red dot on it tells of what came', async ({ windowOf }) => {
  const page = await windowOf('staff')
  const agent = await agentOf(page, 'POS_VENDA')
  const long = (await conversationsOf(page, agent)).find(({ total_messages }) => (total_messages ?? 0) > 1_000)
  if (!long) throw new Error('The demo has no long conversation')
  const path = `${long.lead_id}/${long._id}`
  await openConversationsOf(page, agent)
  await page.goto(`/chat/${path}`)
  const back = page.getByRole('button', { name: /^Ir para o fim/ })
  await expect(thread(page).getByRole('article').or(thread(page).locator('[data-index]')).first()).toBeVisible()
  await expect(back).toHaveCount(0)

  await thread(page).hover()
  await page.mouse.wheel(0, -3_000)
  await expect(back).toBeVisible()
  await expect(back.locator('[data-news]')).toHaveCount(0)

  // The room of the conversation is joined a while after the page opens: until then nobody tells of news.
  const colleague = await windowOf('admin')
  const text = 'Chegou enquanto você lia o começo'
  await expect(async () => {
    await colleague.request.post(`/api/conversations/lead/${path}/messages`, {
      data: { content: text },
      headers: { [HEADERS.requestTime]: new Date().toISOString(), [HEADERS.idempotencyKey]: 'came-while-reading' },
    })
    await expect(back.locator('[data-news]')).toBeVisible({ timeout: 2_000 })
  }).toPass()

  await back.click()
  await expect(thread(page).getByText(text, { exact: true })).toBeInViewport()
  await expect(back).toHaveCount(0)
})
