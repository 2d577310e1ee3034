import { expect, test } from './fixtures.ts'
import { expectAccessible } from './support/accessibility.ts'
import { fillLoginForm } from './support/sign-in.ts'

// A new installation without organisations and users.
test.use({ environment: { DEMO: '0' } })
// A second use of the setup link is refused.
test.use({ expectedNoise: [/status of 40[0134]|Logout realizado localmente/] })

const PHONE = '11987654321'
const NEW_PASSWORD = 'Padaria@2026'

test('TRUST-17 the first organisation is made at the address that the start has printed, once, and its first person manages it @wide', async ({
  freshWindow,
  product,
}) => {
  const printed = () => /http\S+\/comecar#t=[\w.-]+/.exec(product.log)?.[0] ?? ''
  // The server accepts requests shortly before it prints the link.
  await expect.poll(printed).not.toBe('')
  const link = printed()
  const page = await freshWindow()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Crie a sua organização' })).toBeVisible()
  expect(new URL(page.url()).hash).toBe('')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Começar' }).click()
  await expect(page.getByRole('textbox', { name: 'Nome da organização' })).toBeFocused()
  await expect(page.getByText('Digite o nome, com pelo menos 2 letras.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Nome da organização' }).fill('Padaria Sol')
  await page.getByRole('textbox', { name: 'Domínio' }).fill('padariasol.com.br')
  await page.getByRole('textbox', { name: 'Seu nome' }).fill('Marta Reis')
  await page.getByRole('textbox', { name: 'Seu e-mail' }).fill('marta@padariasol.com.br')
  await page.getByRole('textbox', { name: 'Telefone' }).pressSequentially(PHONE)
  await page.getByLabel(/^Senha/).fill('fraca')
  await page.getByRole('button', { name: 'Começar' }).click()
  await expect(page.getByLabel(/^Senha/)).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel(/^Senha/).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Começar' }).click()
  await expect(page.getByRole('heading', { name: 'Agentes', level: 1 })).toBeVisible()

  await page.goto('/settings/auditoria')
  await expect(page.getByRole('list', { name: 'Registros' })).toContainText('criou a organização Padaria Sol')
  await page.goto('/settings/pessoas')
  await expect(page.getByRole('list', { name: 'Pessoas' })).toContainText('Marta Reis')

  const second = await freshWindow()
  await second.goto(link)
  await expect(second.getByText('Já existe uma organização.')).toBeVisible()
  await second.goto('/login')
  await fillLoginForm(second, PHONE, NEW_PASSWORD)
  await second.getByRole('button', { name: 'Acessar' }).click()
  await expect(second.getByRole('heading', { name: 'Agentes', level: 1 })).toBeVisible()
})
