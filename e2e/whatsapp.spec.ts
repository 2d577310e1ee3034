import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { expectAccessibleInAllViews } from './support/accessibility.ts'
import { fetchAgentByType, fetchConversations, getComposer, getThread } from './support/chat.ts'
import { confirmPasswordByCall } from './support/confirm-password.ts'
import { META_NUMBER, META_TOKEN } from './support/meta-number-double.ts'
import { createMetaTest } from './support/meta-test.ts'

/** Test with the product connected to the Meta double. */
const test = createMetaTest()

// The server passes Meta's refusals on, and the browser logs them.
test.use({ expectedNoise: [/status of 400/] })
test.describe.configure({ mode: 'serial' })

const LEAD = { phone: '5521988887777', name: 'Sheena Nelson' }
const getWhatsappCard = (page: Page) => page.getByRole('region', { name: 'WhatsApp', exact: true })
const getNumberRow = (page: Page) => getWhatsappCard(page).getByRole('listitem').filter({ hasText: META_NUMBER.shown })

test('PROV-04 staff link a number once Meta answers for it', async ({ windowOf }) => {
  const page = await windowOf('staff')
  await confirmPasswordByCall(page)
  const agent = await fetchAgentByType(page, 'SDR')
  await page.goto('/settings/numeros')
  await expect(page.getByRole('textbox', { name: 'Endereço do webhook' })).toHaveValue(/\/webhooks\/whatsapp$/)
  await getWhatsappCard(page).getByRole('button', { name: 'Conectar WhatsApp' }).click()
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
  await expect(getNumberRow(page)).toContainText(`${META_NUMBER.shown}Atenção`)
  await expect(getWhatsappCard(page)).toContainText(`Atendido por ${agent.name}`)
})

test('PROV-04 MSG-12 a closed window is reopened by a template, and the lead’s reaction stands on it', async ({
  windowOf,
  product,
  meta,
}) => {
  const page = await windowOf('staff')
  const agent = await fetchAgentByType(page, 'SDR')
  const said = { type: 'text', text: { body: 'Ainda tem o apartamento?' } }
  expect(await meta.deliver(product.url, LEAD, 'wamid.IN1', said, 30)).toBe(200)
  const find = async () => (await fetchConversations(page, agent, `?phone=${LEAD.phone}`)).at(0)
  await expect.poll(async () => (await find())?._id).toBeTruthy()
  await page.goto('/settings/numeros')
  await expect(getNumberRow(page)).toContainText(`${META_NUMBER.shown}Funcionando`)
  const found = await find()
  const path = `/chat/${found?.lead_id}/${found?._id}`
  await page.goto(path)
  await expect(getComposer(page)).toBeDisabled()
  const open = async () => {
    await page.goto(path)
    await page.getByRole('button', { name: 'Reabrir com modelo' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reabrir com modelo' })
    await dialog.getByRole('searchbox').fill('retomar')
    await dialog.getByRole('button', { name: /Retomar conversa/ }).click()
    return dialog
  }
  await expectAccessibleInAllViews(page, async () => {
    await open()
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  const dialog = await open()
  await dialog.getByLabel(/Campo 1/).fill('Sheena')
  await dialog.getByLabel(/Campo 2/).fill('apartamento')
  await expect(dialog.getByRole('region', { name: 'Prévia da mensagem' })).toContainText('Oi Sheena, ainda procura apartamento?')
  await dialog.getByRole('button', { name: 'Enviar modelo' }).click()
  await expect(dialog).toBeHidden()
  const bubble = getThread(page).locator('[data-speaker]').filter({ hasText: 'Oi Sheena, ainda procura apartamento?' })
  await expect(bubble).toContainText(/Enviada|\d{2}:\d{2}/)
  await expect(bubble).toHaveCount(1)
  await expect.poll(() => meta.accepted.filter(({ body }) => body.type === 'template').length).toBe(1)
  await expect(bubble.getByText('Enviada')).toBeAttached()

  const template = meta.accepted.find(({ body }) => body.type === 'template')
  const reaction = { type: 'reaction', reaction: { message_id: template?.id, emoji: '❤️' } }
  expect(await meta.deliver(product.url, LEAD, 'wamid.IN2', reaction)).toBe(200)
  await expect(bubble).toContainText('❤️')
})

test('WIRE-04 WIRE-05 WIRE-10 what the lead edits and erases on its phone changes under the reader’s eyes', async ({
  windowOf,
  product,
  meta,
}) => {
  const page = await windowOf('staff')
  const agent = await fetchAgentByType(page, 'SDR')
  const find = async () => (await fetchConversations(page, agent, `?phone=${LEAD.phone}`)).at(0)
  const before = await find()
  await page.goto(`/chat/${before?.lead_id}/${before?._id}`)
  const said = (id: string, body: object) => meta.deliver(product.url, LEAD, id, body, 0)
  const text = (body: string) => ({ type: 'text', text: { body } })
  await said('wamid.EDIT1', { ...text('Pode ser na quinta?'), context: { forwarded: true } })
  await said('wamid.EDIT2', text('Meu CPF é 111.444.777-35'))
  await expect(getThread(page)).toContainText('111.444.777-35')
  await said('wamid.EDIT3', { type: 'edit', edit: { original_message_id: 'wamid.EDIT1', message: text('Pode ser na sexta?') } })
  await said('wamid.EDIT4', { type: 'revoke', revoke: { original_message_id: 'wamid.EDIT2' } })
  await expect(getThread(page).getByText('Mensagem apagada pelo lead')).toBeVisible()
  await expect(getThread(page).getByText('Pode ser na sexta?')).toBeVisible()
  await expect(getThread(page)).not.toContainText('111.444.777-35')
  await expect(getThread(page).getByText('Encaminhada', { exact: true })).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Informações' })
  const open = async () => {
    await getThread(page).getByRole('button', { name: 'editada' }).click()
    await expect(dialog).toContainText('Pode ser na quinta?')
  }
  await open()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expectAccessibleInAllViews(page, async () => {
    await page.goto(`/chat/${before?.lead_id}/${before?._id}`)
    await open()
  })
})
