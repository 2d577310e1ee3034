import type { Page } from '@playwright/test'
import { buildAccountWebhook } from '../apps/server/src/testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import { expect } from './fixtures.ts'
import { expectAccessibleInAllViews } from './support/accessibility.ts'
import { fetchAgentByType } from './support/chat.ts'
import { confirmPasswordByCall } from './support/confirm-password.ts'
import { buildSignupPageUrl, META_NUMBER, SYSTEM_TOKEN } from './support/meta-number-double.ts'
import { createMetaTest } from './support/meta-test.ts'

/** Test with the product connected to a Meta double that has a signup page. */
const test = createMetaTest({
  arrange: ({ accounts, shared }) => {
    accounts.set(META_NUMBER.account, [
      { id: META_NUMBER.id, display_phone_number: META_NUMBER.shown, verified_name: 'Aurora Imóveis' },
    ])
    shared.add(META_NUMBER.account)
  },
  env: (meta) => ({ WHATSAPP_SIGNUP_URL: buildSignupPageUrl(meta), WHATSAPP_SYSTEM_TOKEN: SYSTEM_TOKEN }),
})
test.describe.configure({ mode: 'serial' })

const PIN = '246813'
const getWhatsappCard = (page: Page) => page.getByRole('region', { name: 'WhatsApp', exact: true })
const getSignupDialog = (page: Page) => page.getByRole('dialog', { name: 'Conectar WhatsApp' })

test('NUM-01 NUM-03 NUM-05 staff link a number by Meta’s page, whose window alone brings the code here', async ({
  windowOf,
  product,
  meta,
}) => {
  const page = await windowOf('staff')
  await confirmPasswordByCall(page)
  const agent = await fetchAgentByType(page, 'SDR')
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).origin))
  meta.pins.set(META_NUMBER.id, PIN)
  await page.goto('/settings/numeros')
  await getWhatsappCard(page).getByRole('button', { name: 'Conectar WhatsApp' }).click()
  await getSignupDialog(page).getByText('Só na Prosa').click()
  await getSignupDialog(page)
    .getByLabel(/Agente que atende/)
    .selectOption(agent._id)
  await getSignupDialog(page).getByRole('button', { name: 'Continuar' }).click()
  const link = getSignupDialog(page).getByRole('link', { name: /Abrir a página da Meta/ })
  const [back] = await Promise.all([page.context().waitForEvent('page'), link.click()])
  // The window returns automatically, and its URL contains no parameters of the redirect.
  await expect(back.getByText('Digite o PIN de verificação em duas etapas deste número.').first()).toBeVisible()
  expect(back.url()).toBe(`${product.url}/whatsapp/signup`)
  expect(await back.evaluate(() => window.opener === null)).toBe(true)
  await back.close()
  // Another window continues the unfinished linking.
  await getSignupDialog(page).getByLabel('PIN de 6 algarismos').fill(PIN)
  await getSignupDialog(page).getByRole('button', { name: 'Continuar' }).click()
  const last = getSignupDialog(page).getByRole('listitem').last()
  await expect(last).toContainText(`Mande um “oi” de outro celular para ${META_NUMBER.shown}.`)
  const lead = { phone: '5521988887777', name: 'Sheena Nelson' }
  expect(await meta.deliver(product.url, lead, 'wamid.OI', { type: 'text', text: { body: 'oi' } })).toBe(200)
  await expect(last).toContainText(/Chegou às \d{2}:\d{2}:\d{2}\./)
  expect([...hosts]).toEqual([product.url])
  await page.keyboard.press('Escape')
  await expect(getWhatsappCard(page).getByRole('list', { name: 'Números de WhatsApp' })).toContainText(META_NUMBER.shown)
  expect(meta.subscriptions.has(META_NUMBER.account)).toBe(true)
})

test('NUM-04 an account that only Meta announces waits for staff of the platform @wide', async ({ windowOf, product, meta }) => {
  const [account, number, business] = ['102290129340399', '106540352242999', '506914307656634']
  meta.known.add(account).add(number)
  meta.businesses.add(business)
  meta.accounts.set(account, [{ id: number, display_phone_number: '+55 11 4000-9999' }])
  const added = { event: 'PARTNER_ADDED', waba_info: { waba_id: account, owner_business_id: business } }
  expect(await meta.bring(product.url, buildAccountWebhook(business, 'account_update', added))).toBe(200)
  const page = await windowOf('platform')
  await confirmPasswordByCall(page)
  await page.goto('/settings/numeros')
  const list = page.getByRole('list', { name: 'Contas sem dono' })
  await expect(list).toContainText(`Conta ${account}`)
  const assigning = page.getByRole('dialog', { name: 'Ligar a uma organização' })
  const open = async () => {
    await page.goto('/settings/numeros')
    await list.getByRole('button').click()
    await expect(assigning).toBeVisible()
  }
  await expectAccessibleInAllViews(page, open)
  await page.setViewportSize({ width: 1440, height: 900 })
  await open()
  await assigning.getByLabel(/^Organização/).selectOption('Aurora Imóveis')
  await assigning.getByLabel(/Agente que atende/).selectOption({ index: 1 })
  await assigning.getByRole('button', { name: 'Ligar à organização' }).click()
  await expect(page.getByText('Número ligado: +55 11 4000-9999, de Aurora Imóveis.')).toBeVisible()
  await expect(list).toBeHidden()
})

test('the dialog and the page that Meta leads back to are whole in both themes, wide and narrow @wide', async ({ windowOf }) => {
  const page = await windowOf('staff')
  await expectAccessibleInAllViews(page, async () => {
    await page.goto('/settings/numeros')
    await getWhatsappCard(page).getByRole('button', { name: 'Conectar WhatsApp' }).click()
    await expect(getSignupDialog(page).getByRole('button', { name: 'Tenho um app próprio na Meta' })).toBeVisible()
  })
  await expectAccessibleInAllViews(page, async () => {
    await page.goto('/whatsapp/signup')
    await expect(page.getByText(/^A Meta não devolveu um código/)).toBeVisible()
  })
})
