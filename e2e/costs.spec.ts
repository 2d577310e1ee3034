import type { Page } from '@playwright/test'
import { type LlmDouble, openLlmDouble } from '../apps/server/src/testing/doubles/llm/llm-double.ts'
import { test as base, expect } from './fixtures.ts'
import { expectAccessibleInAllViews } from './support/accessibility.ts'
import { fetchAgentByType, getThread } from './support/chat.ts'
import { openNewLeadConversation } from './support/lead.ts'

/**
 * Test with the product connected to a model double. Each call costs 100 input and 20 output tokens; the environment sets 300 dollars per
 * million.
 */
const test = base.extend<object, { llm: LlmDouble; environment: Record<string, string> }>({
  llm: [
    async ({}, use) => {
      const llm = await openLlmDouble()
      await use(llm)
      await llm.close()
    },
    { scope: 'worker' },
  ],
  environment: [({ llm }, use) => use({ ...llm.env, LLM_INPUT_PRICE: '2000', LLM_OUTPUT_PRICE: '5000' }), { scope: 'worker' }],
})
test.describe.configure({ mode: 'serial' })

const getCostsRegion = (page: Page) => page.getByRole('region', { name: 'Custos' })
const getRates = (page: Page) => getCostsRegion(page).getByRole('list', { name: 'Preços em vigor' })
const getProfileCostLine = (page: Page) => page.getByRole('button', { name: /^Custo até aqui/ })

const openRates = async (page: Page) => {
  await page.goto('/settings/dados')
  await expect(getRates(page)).toBeVisible()
}

/** Sets a price in its dialog, valid from today. */
const setPrice = async (page: Page, thing: string, price: string) => {
  await page.getByRole('button', { name: `Mudar ${thing}` }).click()
  const dialog = page.getByRole('dialog', { name: thing })
  await dialog.getByLabel(/Novo preço|Quantidade/).fill(price)
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(dialog).toHaveCount(0)
}

/** On narrow screens, the profile covers the conversation. */
const openProfile = (page: Page) => page.getByRole('heading', { level: 1 }).getByRole('button').click()

const openConversationWithCosts = async (page: Page, lead: Page, llm: LlmDouble) => {
  llm.behave(() => ({ text: 'Tudo certo por aqui.' }))
  const address = await openNewLeadConversation(page, lead, await fetchAgentByType(page, 'SDR'), 'Boa tarde')
  await expect(getThread(page).getByText('Tudo certo por aqui.')).toBeVisible()
  return address
}

test('COST-02 COST-03 what a lead costs stands in its profile and on the dashboard, by prices that a manager sets', async ({
  windowOf,
  freshWindow,
  llm,
}) => {
  const page = await windowOf('staff')
  await openRates(page)
  const dollar = getRates(page).getByRole('listitem').filter({ hasText: 'Dólar' })
  await expect(dollar).toContainText('a conferir')
  await setPrice(page, 'Dólar', '5,00')
  await expect(dollar).toContainText('R$ 5,00')
  await expect(dollar).not.toContainText('a conferir')

  // 100 tokens at 2,000 and 20 at 5,000 dollars per million, at 5 reais per dollar.
  const address = await openConversationWithCosts(page, await freshWindow(), llm)
  await expect(getProfileCostLine(page)).toHaveText('Custo até aqui: R$ 1,50')
  await getProfileCostLine(page).press('Enter')
  await expect(page.getByText('Respostas do modelo (1)')).toBeVisible()

  await openRates(page)
  await setPrice(page, 'Dólar', '6')
  await expect(dollar).toContainText('R$ 6,00')
  await page.goto(address)
  await expect(getProfileCostLine(page)).toHaveText('Custo até aqui: R$ 1,50')

  await page.goto('/dashboard?periodo=hoje')
  await getCostsRegion(page).getByLabel('Custos por').selectOption('Por agente')
  await expect(getCostsRegion(page).getByRole('row', { name: /^Clara/ })).toContainText('R$')
})

test('COST-02 who manages nothing sees no costs @wide', async ({ windowOf, freshWindow, llm }) => {
  const page = await windowOf('operator')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await openConversationWithCosts(page, await freshWindow(), llm)
  await expect(page.getByRole('complementary', { name: 'Perfil do lead' }).getByText('Entrou em')).toBeVisible()
  await expect(page.getByText('Custo até aqui')).toHaveCount(0)
  expect(asked.filter((path) => path.includes('cost'))).toEqual([])
})

test('COST-02 looks the same to everybody: at both widths, in both themes @wide', async ({ windowOf, freshWindow, llm }) => {
  const page = await windowOf('admin')
  await expectAccessibleInAllViews(page, async () => {
    await openRates(page)
    await page.getByRole('button', { name: 'Mudar Dólar' }).click()
    await expect(page.getByRole('dialog', { name: 'Dólar' })).toBeVisible()
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  const address = await openConversationWithCosts(page, await freshWindow(), llm)
  await expectAccessibleInAllViews(page, async () => {
    await page.goto(address)
    if ((page.viewportSize()?.width ?? 0) < 1_000) await openProfile(page)
    await getProfileCostLine(page).click()
    await expect(page.getByText('Respostas do modelo (1)')).toBeVisible()
  })
  const staff = await windowOf('staff')
  await expectAccessibleInAllViews(staff, async () => {
    await staff.goto('/dashboard?periodo=30d')
    await expect(getCostsRegion(staff).getByRole('table')).toBeVisible()
  })
})

test('COST-05 at the limit that a manager sets agents answer without a model, and the dashboard says so @wide', async ({
  windowOf,
  freshWindow,
  llm,
}) => {
  const page = await windowOf('staff')
  const limit = page.getByRole('region', { name: 'Limite do mês' })
  const limitTo = async (typed: string) => {
    await page.goto('/settings/dados')
    await limit.getByLabel('Limite por mês, em reais').fill(typed)
    await limit.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText('Limite do mês alterado')).toBeVisible()
  }
  await openConversationWithCosts(page, await freshWindow(), llm)
  await limitTo('0,01')
  await expect(limit.getByRole('meter')).toHaveAttribute('aria-valuenow', '100')
  await page.goto('/dashboard?periodo=hoje')
  await expect(getCostsRegion(page).getByText(/^Os agentes chegaram ao limite de R\$\s0,01 deste mês\./)).toBeVisible()

  const lead = await freshWindow()
  await openNewLeadConversation(page, lead, await fetchAgentByType(page, 'SDR'), 'Olá, boa noite')
  await expect(getThread(page).getByText(/Clara, assistente virtual/)).toBeVisible()
  await expect(getThread(page).getByText('Tudo certo por aqui.')).toHaveCount(0)
  await limitTo('')
  await expect(limit.getByRole('meter')).toHaveCount(0)
})
