import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { DEMO_USERS } from './support/accounts.ts'
import {
  fetchAgentByType,
  fetchConversations,
  getComposer,
  getConversationRow,
  getConversationRows,
  getThread,
  getThreadHeader,
  openAgentConversations,
  typeAndSend,
} from './support/chat.ts'
import { fillLoginForm } from './support/sign-in.ts'

test.use({
  expectedNoise: [/Failed to load resource|ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE|WebSocket connection|ERR_FAILED/],
})

const getPosition = async (part: Locator) => {
  const { x = 0, y = 0 } = (await part.boundingBox()) ?? {}
  return { x, y }
}

/** Opens the demo conversation that needs attention, because it has the most badges. */
const openConversationNeedingAttention = async (page: Page) => {
  const flagged = (await fetchConversations(page, await fetchAgentByType(page, 'SDR'))).find(
    (conversation) => conversation.needs_attention,
  )
  await page.goto(`/chat/${flagged?.lead_id}/${flagged?._id}`)
  await expect(getThread(page)).toBeVisible()
}

test('LOGIN-14 a refused sign-in moves nothing on its page, and begins in the phone field', async ({ freshWindow }) => {
  const page = await freshWindow()
  await page.goto('/login')
  await expect(page.getByRole('textbox', { name: 'Telefone' })).toBeFocused()
  const submit = page.getByRole('button', { name: 'Acessar', exact: true })
  const before = await getPosition(submit)
  await fillLoginForm(page, DEMO_USERS.staff.phone, 'Errada@2026')
  await submit.click()
  const notice = page.getByRole('region', { name: 'Notificações' }).getByText(/^Credenciais inválidas/)
  await expect(notice).toBeVisible()
  await page.getByRole('button', { name: 'Fechar notificação' }).click()
  await expect(page.getByRole('form').getByText(/^Credenciais inválidas/)).toBeVisible()
  expect(await getPosition(submit)).toEqual(before)
})

test('MEDIA-22 the composer’s tools come late into room that is kept for them', async ({ windowOf }) => {
  const page = await windowOf('staff')
  let letThrough = () => {}
  const held = new Promise<void>((resolve) => (letThrough = resolve))
  await page.route(/\/assets\/files-chunk-/, async (route) => {
    await held
    await route.continue()
  })
  await openConversationNeedingAttention(page)
  const mic = page.getByRole('button', { name: 'Gravar áudio' })
  await expect(getComposer(page)).toBeVisible()
  await expect(mic).toHaveCount(0)
  const before = await getComposer(page).boundingBox()
  letThrough()
  await expect(mic).toBeVisible()
  expect(await getComposer(page).boundingBox()).toEqual(before)
})

test('the period stays where it was pressed, whatever the figures say beside it @wide', async ({ windowOf }) => {
  const page = await windowOf('staff')
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/dashboard')
    await expect(page.getByText(/comparado com/)).toBeVisible()
    const period = page.getByRole('group', { name: 'Período' })
    const before = await getPosition(period)
    for (const name of ['Hoje', '90 dias', 'Personalizado']) {
      await period.getByText(name, { exact: true }).click()
      expect(await getPosition(period), name).toEqual(before)
      await expect(page.getByText(/comparado com/)).toBeVisible()
      expect(await getPosition(period), name).toEqual(before)
    }
  }
})

test('VIEW-02 VIEW-03 VIEW-04 no badge of a conversation is cut at any width: what has no room in a line goes to the next @wide', async ({
  windowOf,
}) => {
  const page = await windowOf('staff')
  await openConversationNeedingAttention(page)
  const badges = getThreadHeader(page).getByRole('group', { name: 'Situação do lead' })
  const cut = () =>
    badges.evaluate((group) => {
      const { left, right } = group.getBoundingClientRect()
      const isCut = (part: Element) => {
        const box = part.getBoundingClientRect()
        return box.left < left - 0.5 || box.right > right + 0.5 || part.scrollWidth > part.clientWidth + 1
      }
      return [...group.querySelectorAll('*')]
        .filter((part) => part.clientWidth > 0 && isCut(part))
        .map((part) => part.textContent)
    })
  for (const width of [1440, 1360, 1280, 1024, 390, 320]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(badges.getByText(/^Entrada/)).toBeInViewport({ ratio: 1 })
    await expect.poll(cut, `at ${width}`).toEqual([])
  }
})

test('RT-01 an outage moves nothing on the page, and what it failed is taken back when it is over @wide', async ({
  windowOf,
  provider,
  product,
}) => {
  test.slow()
  const page = await windowOf('staff')
  const agent = await fetchAgentByType(page, 'SDR')
  const lead = await provider.newLead(page, agent, 'Bom dia!')
  await openAgentConversations(page, agent)
  await getConversationRow(page, lead.path).click()
  await provider.listens(page, lead.path)
  const places = async () => [await getPosition(getConversationRows(page).nth(3)), await getPosition(getThreadHeader(page))]
  const before = await places()
  await product.kill()
  await expect(page.getByRole('button', { name: 'Reconectar agora' })).toBeVisible()
  expect(await places()).toEqual(before)

  // Conversations that cannot be loaded and a message that cannot be sent each show a notice.
  const notices = page.getByRole('region', { name: 'Notificações' })
  await typeAndSend(page, 'Escrevi na queda')
  await expect(notices.getByText('Falha ao enviar mensagem')).toBeVisible()
  await getConversationRows(page).nth(3).click()
  await expect(notices.getByText('Failed to load conversation')).toBeVisible()
  await product.start()
  await expect(page.getByRole('button', { name: 'Reconectar agora' })).toHaveCount(0, { timeout: 40_000 })
  await expect(notices.getByText('Failed to load conversation')).toHaveCount(0)
  await getConversationRow(page, lead.path).click()
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(notices.getByText('Falha ao enviar mensagem')).toHaveCount(0)
})

test('Ctrl+K is heard right after Esc, and over the list of shortcuts', async ({ windowOf }) => {
  const page = await windowOf('staff')
  await page.goto('/agents')
  await expect(page.getByRole('heading', { name: 'Agentes', level: 1 })).toBeVisible()
  const field = page.getByRole('combobox', { name: 'Conversa, agente, página ou ação' })
  await page.keyboard.press('Control+k')
  await field.fill('nina')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Atalhos de teclado' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('CALL-13 a conversation that is opened for the first time is asked for once', async ({ windowOf, provider }) => {
  const page = await windowOf('staff')
  const agent = await fetchAgentByType(page, 'SDR')
  const lead = await provider.newLead(page, agent, 'Boa noite!')
  await openAgentConversations(page, agent)
  await getConversationRow(page, lead.path).click()
  await provider.listens(page, lead.path)
  const asked: string[] = []
  const cut: string[] = []
  const isHistory = (url: string) => /\/api\/conversations\/lead\/[^/]+\/[^/?]+(\?|$)/.test(url)
  page.on('request', (request) => isHistory(request.url()) && asked.push(request.url()))
  page.on('requestfailed', (request) => isHistory(request.url()) && cut.push(request.url()))
  for (const place of [2, 5, 7]) {
    const path = (await getConversationRows(page).nth(place).getAttribute('href')) ?? ''
    await getConversationRows(page).nth(place).click()
    await provider.listens(page, path)
    await expect(getThread(page)).toBeVisible()
  }
  // This conversation is opened last, so the server has answered the earlier room joins when it is shown.
  await getConversationRow(page, lead.path).click()
  await expect(getThread(page).getByText('Boa noite!', { exact: true })).toBeVisible()
  expect(cut).toEqual([])
  const first = asked.filter((url) => !url.includes(lead.path.split('/').at(-1) ?? ''))
  expect(first).toHaveLength(new Set(first).size)
  expect(first).toHaveLength(3)
})

test('what erases a lead does not look like what exports it @wide', async ({ windowOf }) => {
  const page = await windowOf('staff')
  await openConversationNeedingAttention(page)
  await page.getByRole('button', { name: 'Mais ações' }).click()
  const colourOf = (name: string) => page.getByRole('menuitem', { name }).evaluate((item) => getComputedStyle(item).color)
  expect(await colourOf('Apagar dados do lead')).not.toBe(await colourOf('Exportar dados'))
})
