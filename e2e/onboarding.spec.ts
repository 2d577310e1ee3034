import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts'

// The browser logs the 404 or 410 answer to an invalid link.
test.use({ expectedNoise: [/status of 4(00|04|09|10)/] })

const PASSWORD = 'Nova@12345'

const inviteUser = async (page: Page, email: string): Promise<string> => {
  await page.goto('/invite')
  const form = page.getByRole('form', { name: 'Convidar Usuário' })
  await expect(form.getByRole('combobox', { name: 'Organização' })).toHaveValue('Aurora Imóveis')
  await form.getByLabel('E-mail').fill(email)
  await form.getByLabel('Papel').selectOption('operator')
  await form.getByRole('button', { name: 'Convidar' }).click()
  return page.getByLabel('Link do convite').inputValue()
}

const fillOnboardingForm = async (page: Page, phone: string) => {
  await page.getByLabel('Nome Completo').fill('Nara Lima')
  await page.getByRole('textbox', { name: 'Telefone' }).pressSequentially(phone)
  await page.getByLabel(/^Senha/).fill(PASSWORD)
  await page.getByLabel(/^Confirmar Senha/).fill(PASSWORD)
}
const submitOnboarding = (page: Page) => page.getByRole('button', { name: 'Finalizar Cadastro' }).click()

test('INVITE-21 ONB-03 ONB-04 ONB-13 ONB-15 ONB-16 ONB-17 ONB-21 G14 from the link to the panel, once', async ({
  windowOf,
  freshWindow,
}) => {
  const link = await inviteUser(await windowOf('staff'), 'nara@aurora.local')
  const page = await freshWindow()
  await page.goto(new URL(link).pathname + new URL(link).search)
  await expect(page.getByRole('heading', { name: 'Complete seu cadastro' })).toBeVisible()
  await expect(page.getByText('nara@aurora.local')).toBeVisible()
  await expect(page.getByText(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/)).toBeVisible()

  await fillOnboardingForm(page, '11900000001')
  await submitOnboarding(page)
  await expect(page.getByText('Este telefone já está em uso.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Telefone' }).fill('')
  await page.getByRole('textbox', { name: 'Telefone' }).pressSequentially('11955554444')
  await submitOnboarding(page)
  await expect(page.getByRole('heading', { name: 'Bem-vindo(a) a bordo!' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('auth-token'))).toBeTruthy()
  await expect(page).toHaveURL(/\/agents$/)
  await expect(page.getByRole('heading', { name: 'Agentes', level: 1 })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Agentes', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: /menu de nara lima/i }).click()
  await expect(page.getByRole('menu').getByText('(11) 95555-4444')).toBeVisible()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await expect(page).toHaveURL(/\/login/)
  expect(await page.evaluate(() => localStorage.getItem('auth-token'))).toBeNull()

  await page.goto(new URL(link).pathname + new URL(link).search)
  await expect(page).toHaveURL(/\/onboarding\/error\?reason=used_token$/)
  await expect(page.getByRole('heading', { name: 'Já Utilizado' })).toBeVisible()
})

test('ONB-18 ONB-19 ONBERR-01 ONBERR-02 a link without a token, and one with a wrong one', async ({ freshWindow }) => {
  const page = await freshWindow()
  await page.goto('/onboarding')
  await expect(page.getByRole('heading', { name: 'Link Inválido' })).toBeVisible()
  await expect(page.getByText('Nenhum token de convite fornecido')).toBeVisible()
  await page.goto('/onboarding?token=inventado')
  await expect(page.getByRole('heading', { name: 'Convite Expirado' })).toBeVisible()
})

test('the form of an invitee is accessible @wide', async ({ windowOf, freshWindow }) => {
  const link = await inviteUser(await windowOf('staff'), 'olga@aurora.local')
  const page = await freshWindow()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 900 })
    for (const theme of ['dark', 'light']) {
      await page.goto(new URL(link).pathname + new URL(link).search)
      await page.evaluate((name) => {
        document.documentElement.dataset['theme'] = name
      }, theme)
      await expect(page.getByRole('heading', { name: 'Complete seu cadastro' })).toBeVisible()
      await submitOnboarding(page)
      await expect(page.getByText('Name must be at least 2 characters')).toBeVisible()
      await expectAccessible(page)
      await expectNoHorizontalScroll(page)
    }
  }
})
