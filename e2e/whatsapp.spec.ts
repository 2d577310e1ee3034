import type { Page } from '@playwright/test'
import { test as base, expect } from './fixtures.ts'
import { lookAt } from './support/accessibility.ts'
import { agentOf, composer, conversationsOf, thread } from './support/chat.ts'
import { META_NUMBER, META_TOKEN, MetaDouble } from './support/meta-double.ts'

/** The product with a Meta beside it. */
const test = base.extend<object, { meta: MetaDouble; environment: Record<string, string> }>({
  meta: [
    async ({}, use) => {
      const meta = await MetaDouble.open()
      await use(meta)
      await meta.close()
    },
    { scope: 'worker' },
  ],
  environment: [({ meta }, use) => use(meta.env), { scope: 'worker' }],
})

// What Meta refuses, our server refuses, and a browser complains of every refusal.
test.use({ expectedNoise: [/status of 400/] })
test.describe.configure({ mode: 'serial' })

const LEAD = { phone: '5521988887777', name: 'Sheena Nelson' }
const card = (page: Page) => page.getByRole('region', { name: 'WhatsApp', exact: true })

test('PROV-04 staff link a number once Meta answers for it', async ({ windowOf }) => {
  const page = await windowOf('staff')
  const agent = await agentOf(page, 'SDR')
  await page.goto('/settings/numeros')
  await expect(card(page)).toContainText('Nenhum número ligado')
  await expect(page.getByRole('textbox', { name: 'Endereço do webhook' })).toHaveValue(/\/webhooks\/whatsapp$/)
  await card(page).getByRole('button', { name: 'Ligar número' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ligar número' })
  await dialog.getByLabel(/Agente que atende/).selectOption(agent._id)
  await dialog.getByLabel(/ID do número/).fill(META_NUMBER.id)
  await dialog.getByLabel(/ID da conta/).fill(META_NUMBER.account)
  await dialog.getByLabel(/Token de acesso/).fill('outro-token')
  await dialog.getByRole('button', { name: 'Ligar número' }).click()
  await expect(dialog.getByText(/A Meta não reconhece este número/).first()).toBeVisible()
  await dialog.getByLabel(/Token de acesso/).fill(META_TOKEN)
  await dialog.getByRole('button', { name: 'Ligar número' }).click()
  await expect(dialog).toBeHidden()
  await expect(card(page).getByRole('listitem')).toContainText(`${META_NUMBER.shown}Funcionando`)
  await expect(card(page)).toContainText(`Atendido por ${agent.name}`)
})

test('PROV-04 MSG-12 a closed window is reopened by a template, and the lead’s reaction stands on it', async ({
  windowOf,
  product,
  meta,
}) => {
  const page = await windowOf('staff')
  const agent = await agentOf(page, 'SDR')
  const said = { type: 'text', text: { body: 'Ainda tem o apartamento?' } }
  expect(await meta.deliver(product.url, LEAD, 'wamid.IN1', said, 30)).toBe(200)
  const find = async () => (await conversationsOf(page, agent, `?phone=${LEAD.phone}`)).at(0)
  await expect.poll(async () => (await find())?._id).toBeTruthy()
  const found = await find()
  const path = `/chat/${found?.lead_id}/${found?._id}`
  await page.goto(path)
  await expect(composer(page)).toBeDisabled()
  const open = async () => {
    await page.goto(path)
    await page.getByRole('button', { name: 'Reabrir com modelo' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reabrir com modelo' })
    await expect(dialog.getByText(/O cabeçalho deste modelo leva um arquivo/)).toBeVisible()
    await dialog.getByRole('searchbox').fill('retomar')
    await dialog.getByRole('button', { name: /Retomar conversa/ }).click()
    return dialog
  }
  await lookAt(page, async () => {
    await open()
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  const dialog = await open()
  await dialog.getByLabel(/Campo 1/).fill('Sheena')
  await dialog.getByLabel(/Campo 2/).fill('apartamento')
  await expect(dialog.getByRole('region', { name: 'Prévia da mensagem' })).toContainText('Oi Sheena, ainda procura apartamento?')
  await dialog.getByRole('button', { name: 'Enviar modelo' }).click()
  await expect(dialog).toBeHidden()
  const bubble = thread(page).locator('[data-speaker]').filter({ hasText: 'Oi Sheena, ainda procura apartamento?' })
  await expect(bubble).toContainText(/Enviada|\d{2}:\d{2}/)
  await expect(bubble).toHaveCount(1)
  await expect.poll(() => meta.sent.filter(({ type }) => type === 'template').length).toBe(1)
  await expect(bubble.getByText('Enviada')).toBeAttached()

  const template = meta.sent.find(({ type }) => type === 'template')
  const reaction = { type: 'reaction', reaction: { message_id: template?.id, emoji: '❤️' } }
  expect(await meta.deliver(product.url, LEAD, 'wamid.IN2', reaction)).toBe(200)
  await expect(bubble).toContainText('❤️')
})
