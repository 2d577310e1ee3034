import type { Page } from '@playwright/test'
import { generate } from 'otplib'
import { test as base, expect } from './fixtures.ts'
import { expectAccessible, expectAccessibleInAllViews, expectNoHorizontalScroll, THEMES } from './support/accessibility.ts'
import { type AccountName, DEMO_USER_PASSWORD, DEMO_USERS } from './support/accounts.ts'
import { fillLoginForm } from './support/sign-in.ts'

/** Test with its own product: its accounts end with a required second factor, which would lock out other tests. */
const test = base.extend<object, { environment: Record<string, string> }>({
  environment: [async ({}, use) => use({}), { scope: 'worker' }],
})

// Refusals of wrong codes and the requests for a password confirmation are logged.
test.use({ expectedNoise: [/(400 \(Bad Request\)|401 \(Unauthorized\)|403 \(Forbidden\))/] })

/** Returns the TOTP code of a time step. Each code can be used once, so tests use later steps, which the server accepts as clock drift. */
const generateTotp = (secret: string, ahead = 0) => generate({ secret, epoch: Math.floor(Date.now() / 1_000) + ahead * 30 })

const getAgentsHeading = (page: Page) => page.getByRole('heading', { name: 'Agentes', level: 1 })
const clickButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

const fillPasswordStep = async (page: Page, who: AccountName) => {
  await page.goto('/login')
  await fillLoginForm(page, DEMO_USERS[who].phone, DEMO_USER_PASSWORD)
  await clickButton(page, 'Acessar')
}

/** Confirms the password in the dialog that sensitive actions open. */
const confirmPassword = async (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Confirme que é você' })
  await dialog.getByLabel(/^Senha/).fill(DEMO_USER_PASSWORD)
  await dialog.getByLabel(/^Senha/).press('Enter')
  await expect(dialog).toBeHidden()
}

const signOut = async (page: Page) => {
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
}

/** Adds a virtual authenticator to the browser that approves every request. */
async function addVirtualAuthenticator(page: Page, isUserVerified = true) {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified,
      automaticPresenceSimulation: true,
    },
  })
}

/**
 * Sets up an authenticator app by keyboard.
 * @returns its secret and the ten recovery codes
 */
async function setUpTotp(page: Page, { isConfirmed = false } = {}): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('button', { name: 'Ligar segundo passo' }).press('Enter')
  if (!isConfirmed) await confirmPassword(page)
  const secret = (await page.getByLabel('Chave para digitar').inputValue()).replaceAll(' ', '')
  await expect(page.getByRole('img', { name: 'Código QR para o aplicativo' })).toBeVisible()
  const code = page.getByLabel('Código do aplicativo')
  await expect(code).toBeFocused()
  await code.fill('000')
  await code.press('Enter')
  await expect(page.getByText(/^Código incorreto/)).toBeVisible()
  await code.fill(await generateTotp(secret))
  await code.press('Enter')
  const shown = page.getByRole('region', { name: 'Códigos de recuperação' }).getByRole('listitem')
  await expect(shown).toHaveCount(10)
  return { secret, codes: await shown.allTextContents() }
}

test('TRUST-08 TRUST-09 TRUST-11 TRUST-16 an app of codes is set up, and opens the account with its codes and the recovery codes @wide', async ({
  freshWindow,
}) => {
  const page = await freshWindow()
  await fillPasswordStep(page, 'admin')
  await expect(getAgentsHeading(page)).toBeVisible()
  await page.goto('/user/settings')
  const { secret, codes } = await setUpTotp(page)
  const download = page.waitForEvent('download')
  await clickButton(page, 'Baixar')
  expect((await download).suggestedFilename()).toBe('codigos-de-recuperacao-prosa.txt')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('region', { name: 'Códigos de recuperação' }).getByRole('button', { name: 'Copiar' }).click()
  await expect(page.getByText('Copiado', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'))
  await clickButton(page, 'Guardei os códigos')
  await expect(page.getByText('10 de 10 códigos de recuperação ainda valem.')).toBeVisible()
  await expect(page.getByText(codes[0] ?? '')).toHaveCount(0)

  await signOut(page)
  await fillPasswordStep(page, 'admin')
  const code = page.getByLabel('Código do seu aplicativo')
  await expect(code).toBeFocused()
  await code.fill('000000')
  await code.press('Enter')
  await expect(page.getByText('Código incorreto.').first()).toBeVisible()
  await code.fill(await generateTotp(secret, 1))
  await page.getByLabel('Confiar neste aparelho por 30 dias').check()
  await clickButton(page, 'Confirmar')
  await expect(getAgentsHeading(page)).toBeVisible()

  // A trusted device needs the password only; another one also needs the second factor.
  await page.context().clearCookies({ name: /^prosa_(access|refresh)$/ })
  await page.evaluate(() => localStorage.clear())
  await fillPasswordStep(page, 'admin')
  await expect(getAgentsHeading(page)).toBeVisible()
  await signOut(page)
  await fillPasswordStep(page, 'admin')
  await clickButton(page, 'Usar código de recuperação')
  const recovery = page.getByLabel('Código de recuperação')
  await expect(recovery).toBeFocused()
  await recovery.fill(codes[0]?.toUpperCase() ?? '')
  await recovery.press('Enter')
  await expect(getAgentsHeading(page)).toBeVisible()
  await page.goto('/user/settings')
  await expect(page.getByText('9 de 10 códigos de recuperação ainda valem.')).toBeVisible()

  await clickButton(page, 'Desligar')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Desligar' }).click()
  await confirmPassword(page)
  await expect(page.getByText('Aplicativo desligado')).toBeVisible()
  await signOut(page)
  await fillPasswordStep(page, 'admin')
  await expect(getAgentsHeading(page)).toBeVisible()
})

test('TRUST-10 a passkey works as second step, and alone from ‘Entrar de outro jeito’; removed it opens nothing @wide', async ({
  freshWindow,
}) => {
  const page = await freshWindow()
  await addVirtualAuthenticator(page)
  await fillPasswordStep(page, 'otherTenant')
  await expect(getAgentsHeading(page)).toBeVisible()
  await page.goto('/user/settings')
  await clickButton(page, 'Criar chave de acesso')
  await page.getByRole('dialog').getByLabel('Nome').fill('Notebook da Helena')
  await page.getByRole('dialog').getByRole('button', { name: 'Criar' }).click()
  await confirmPassword(page)
  await expect(page.getByText('Chave de acesso criada')).toBeVisible()
  await expect(page.getByText('Notebook da Helena')).toBeVisible()

  await signOut(page)
  await fillPasswordStep(page, 'otherTenant')
  await clickButton(page, 'Usar chave de acesso')
  await expect(getAgentsHeading(page)).toBeVisible()

  await signOut(page)
  await page.goto('/login')
  await clickButton(page, 'Entrar de outro jeito')
  await clickButton(page, 'Entrar com chave de acesso')
  await expect(getAgentsHeading(page)).toBeVisible()

  // The passkey also serves as confirmation for sensitive actions.
  await page.goto('/user/settings')
  await clickButton(page, 'Renomear Notebook da Helena')
  await page.getByRole('dialog').getByLabel('Nome').fill('Chave azul')
  await page.getByRole('dialog').getByLabel('Nome').press('Enter')
  await clickButton(page, 'Remover Chave azul')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remover' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Usar chave de acesso' }).click()
  await expect(page.getByText('Chave de acesso removida')).toBeVisible()
  await expect(page.getByText('Chave azul')).toHaveCount(0)
  await signOut(page)
  await page.goto('/login')
  await clickButton(page, 'Entrar de outro jeito')
  await clickButton(page, 'Entrar com chave de acesso')
  await expect(page.getByText('Esta chave de acesso não foi reconhecida.')).toBeVisible()
})

test('TRUST-12 a second step that is required is announced with its day, and from then on nothing comes before it @wide', async ({
  freshWindow,
}) => {
  const page = await freshWindow()
  await fillPasswordStep(page, 'platform')
  await expect(getAgentsHeading(page)).toBeVisible()
  await page.goto('/settings/seguranca')
  await page.getByLabel('É pedido').selectOption('De todas as pessoas')
  await clickButton(page, 'Salvar')
  await confirmPassword(page)
  await expect(page.getByText('Regra alterada')).toBeVisible()
  await signOut(page)
  await fillPasswordStep(page, 'platform')
  const banner = page.getByText('A sua organização pede um segundo passo a partir de')
  await expect(banner).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  for (const theme of THEMES) {
    await page.evaluate((name) => (document.documentElement.dataset['theme'] = name), theme)
    await expectAccessible(page)
    await expectNoHorizontalScroll(page)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/settings/seguranca')
  const today = await page.evaluate(() => new Date().toLocaleDateString('sv-SE'))
  await page.getByLabel('A partir de').fill(today)
  await clickButton(page, 'Salvar')
  await confirmPassword(page)
  await expect(page.getByText('Regra alterada')).toBeVisible()

  await page.goto('/agents')
  await expect(page).toHaveURL(/\/user\/settings$/)
  await expect(page.getByText('A sua organização pede um segundo passo. Ligue o seu para continuar.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sessões ativas' })).toHaveCount(0)
  await setUpTotp(page, { isConfirmed: true })
  await clickButton(page, 'Guardei os códigos')
  await expect(getAgentsHeading(page)).toBeVisible()
  await expect(banner).toHaveCount(0)
})

test('the second step, its set-up and its rule are accessible in both themes and at both widths @wide', async ({ windowOf }) => {
  const page = await windowOf('staff')
  await expectAccessibleInAllViews(page, async () => {
    await page.goto('/settings/seguranca')
    await page.getByLabel('É pedido').selectOption('De quem gerencia')
    await expect(page.getByLabel('A partir de')).toBeVisible()
  })
  await expectAccessibleInAllViews(page, async () => {
    await page.goto('/user/settings')
    await page.getByRole('button', { name: 'Ligar segundo passo' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirme que é você' })
    await expect(dialog.or(page.getByLabel('Chave para digitar'))).toBeVisible()
    if (await dialog.isVisible()) await confirmPassword(page)
    await expect(page.getByRole('img', { name: 'Código QR para o aplicativo' })).toBeVisible()
  })
})
