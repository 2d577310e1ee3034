import type { Page } from '@playwright/test'
import { openSmtpDouble } from '../apps/server/src/testing/doubles/mail/smtp-double.ts'
import { test as base, expect } from './fixtures.ts'
import { DEMO_USER_PASSWORD, DEMO_USERS } from './support/accounts.ts'
import { fillLoginForm } from './support/sign-in.ts'

/** Test with the product connected to a mail server. */
const test = base.extend<object, { mail: Awaited<ReturnType<typeof openSmtpDouble>>; environment: Record<string, string> }>({
  mail: [
    async ({}, use) => {
      const mail = await openSmtpDouble()
      await use(mail)
      await mail.close()
    },
    { scope: 'worker' },
  ],
  environment: [({ mail }, use) => use({ SMTP_URL: mail.url }), { scope: 'worker' }],
})
// Refusals of used links and old passwords, and the notices of sessions that a new password ends, are logged.
test.use({ expectedNoise: [/status of 40[0139]|Logout realizado localmente/] })
test.describe.configure({ mode: 'serial' })

const EMAIL = 'livia@aurora.local'
const NEW_PASSWORD = 'Prosa@2027'

const submitNewPassword = async (page: Page, password: string) => {
  await expect(page.getByRole('heading', { name: 'Nova senha' })).toBeVisible()
  // The token must not remain visible in the URL or in the history.
  expect(new URL(page.url()).hash).toBe('')
  await page.getByRole('textbox', { name: 'Nova senha' }).fill(password)
  await page.getByRole('textbox', { name: 'Confirmar senha' }).fill(password)
  await page.getByRole('button', { name: 'Salvar senha' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('Senha alterada. Entre com a nova senha.')).toBeVisible()
}
const submitSignIn = async (page: Page, phone: string, password: string) => {
  await fillLoginForm(page, phone, password)
  await page.getByRole('button', { name: 'Acessar' }).click()
}
const expectAgentsPage = (page: Page) => expect(page.getByRole('heading', { name: 'Agentes', level: 1 })).toBeVisible()
const extractResetLink = (mail = '') => {
  // Decodes quoted-printable: joins broken lines and restores escaped characters.
  const text = mail.replaceAll('=\r\n', '').replaceAll('=3D', '=')
  return /http\S+\/recuperar-senha#t=[\w.-]+/.exec(text)?.[0] ?? ''
}

test('TRUST-02 TRUST-03 TRUST-04 a forgotten password is set anew by a mailed link, which works once @wide', async ({
  freshWindow,
  windowOf,
  mail,
  provider,
}) => {
  const signedIn = await windowOf('operator')
  await signedIn.goto('/agents')
  await expectAgentsPage(signedIn)
  const page = await freshWindow()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Esqueci minha senha' }).click()
  await page.getByLabel(/Telefone ou e-mail/).fill('não sei')
  await page.getByRole('button', { name: 'Enviar link' }).click()
  await expect(page.getByText('Digite um telefone com DDD ou um e-mail.')).toBeVisible()
  await page.getByLabel(/Telefone ou e-mail/).fill(EMAIL)
  await page.getByRole('button', { name: 'Enviar link' }).click()
  await expect(page.getByText('Se houver uma conta, enviamos um link que vale 30 minutos.')).toBeVisible()
  // Skips the notices of new access from these windows.
  const mailed = () => mail.mails.map(extractResetLink).filter(Boolean)
  await expect.poll(mailed).toHaveLength(1)
  const link = new URL(mailed()[0] ?? '')
  const here = `${provider.url}${link.pathname}${link.hash}`

  await page.goto(here)
  await submitNewPassword(page, NEW_PASSWORD)
  // Existing sessions of the user have ended.
  await expect(signedIn).toHaveURL(/\/login/)
  await submitSignIn(page, DEMO_USERS.operator.phone, NEW_PASSWORD)
  await expectAgentsPage(page)
  await page.goto(here)
  await expect(page.getByText('Este link já foi utilizado.')).toBeVisible()
  await page.getByRole('button', { name: 'Pedir outro link' }).click()
  await expect(page.getByLabel(/Telefone ou e-mail/)).toBeVisible()
})

test('TRUST-06 TRUST-07 a manager’s link does the same, and its person reads who made it @wide', async ({
  freshWindow,
  windowOf,
  provider,
}) => {
  const manager = await windowOf('staff')
  await manager.goto('/settings/pessoas')
  await manager.getByRole('button', { name: 'Ações de Lívia Castro' }).click()
  await manager.getByRole('menuitem', { name: 'Gerar link de senha' }).click()
  await manager.getByRole('button', { name: 'Gerar link', exact: true }).click()
  await manager
    .getByRole('dialog')
    .getByLabel(/^Senha/)
    .fill(DEMO_USER_PASSWORD)
  await manager.keyboard.press('Enter')
  const shown = manager.getByRole('textbox', { name: 'Link de senha' })
  await expect(shown).toHaveValue(/#t=/)
  const link = new URL(await shown.inputValue())

  const page = await freshWindow()
  await page.goto(`${provider.url}${link.pathname}${link.hash}`)
  await submitNewPassword(page, DEMO_USER_PASSWORD)
  await submitSignIn(page, DEMO_USERS.operator.phone, DEMO_USER_PASSWORD)
  await expectAgentsPage(page)
  await expect(page.getByText(/gerou um link para trocar a sua senha em/).first()).toBeVisible()
})
