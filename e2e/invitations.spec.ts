import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts'
import { DEMO_USERS } from './support/accounts.ts'
import { confirmPasswordByCall } from './support/confirm-password.ts'
import { fillLoginForm } from './support/sign-in.ts'

// The browser logs 4xx answers, here to refused lines of a list and to a refused sign-in.
test.use({ expectedNoise: [/status of 40[349]/] })

const getInviteForm = (page: Page) => page.getByRole('form', { name: 'Convidar Usuário' })
const getInvitationRow = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email })
const openInvitations = async (page: Page) => {
  await page.goto('/invite')
  await expect(page.getByRole('heading', { name: 'Convidar Usuário', level: 1 })).toBeVisible()
}
/** Finds one organisation regardless of their number: the list searches after a pause in typing. */
const findTenant = async (page: Page, domain: string) => {
  await page.getByRole('search', { name: 'Organizações' }).getByLabel('Buscar').fill(domain)
  await expect(page.getByText('1 organização')).toBeVisible()
}

test('INVITE-08 INVITE-09 INVITE-10 INVITE-21 LAYOUT-06 staff invite from the user menu, send again and cancel', async ({
  windowOf,
}) => {
  const page = await windowOf('staff')
  await page.goto('/agents')
  await page.getByRole('button', { name: /menu de /i }).click()
  await page.getByRole('menuitem', { name: 'Convidar usuário' }).click()
  await expect(page).toHaveURL(/\/invite$/)
  await expect(getInviteForm(page).getByRole('combobox', { name: 'Organização' })).toHaveValue('Aurora Imóveis')
  await expect(page.getByRole('heading', { name: 'Organizações' })).toHaveCount(0)

  const email = 'bianca@aurora.local'
  await getInviteForm(page).getByLabel('E-mail').fill(email)
  await getInviteForm(page).getByLabel('Papel').selectOption('operator')
  await getInviteForm(page).getByRole('button', { name: 'Convidar' }).click()
  const link = await page.getByLabel('Link do convite').inputValue()
  expect(link).toContain('/onboarding?token=')
  await expect(page.getByText('Usuário convidado com sucesso!')).toBeVisible()
  await page.getByRole('button', { name: 'Convidar Outro Usuário' }).click()
  await expect(getInviteForm(page).getByLabel('E-mail')).toHaveValue('')

  await expect(getInvitationRow(page, email)).toContainText('Pendente')
  await getInvitationRow(page, email)
    .getByRole('button', { name: /Reenviar/ })
    .click()
  const renewed = page.getByRole('dialog', { name: 'Convite renovado' })
  await expect(renewed.getByLabel('Link do convite')).not.toHaveValue(link)
  await renewed.getByRole('button', { name: 'Fechar' }).click()
  await getInvitationRow(page, email)
    .getByRole('button', { name: /Cancelar/ })
    .click()
  await page.getByRole('button', { name: 'Cancelar convite', exact: true }).click()
  await expect(getInvitationRow(page, email)).toHaveCount(0)
})

test('INVITE-17 TENANT-02 TENANT-07 platform staff invite by a list; what fails stands on its line', async ({ windowOf }) => {
  const page = await windowOf('platform')
  await confirmPasswordByCall(page)
  await openInvitations(page)
  await page.getByText('Várias pessoas').click()
  const picker = page.getByRole('combobox', { name: /^Organização/ })
  await picker.click()
  const list = page.getByRole('listbox')
  await expect(list.getByRole('option')).not.toHaveCount(0)
  expect((await list.boundingBox())?.height).toBeLessThanOrEqual(240)
  await picker.fill('vitta.lo')
  await page.getByRole('option', { name: /Clínica Vitta/ }).click()
  await page
    .getByLabel('Lista em CSV')
    .fill('e-mail;papel;domínio\nrui@vitta.local;admin\nruim;staff\nlia@vitta.local;operator;nenhuma.local\nsol@vitta.local')
  await page.getByRole('button', { name: 'Conferir lista' }).click()
  await expect(page.getByText('E-mail inválido.')).toBeVisible()
  await page.getByRole('button', { name: 'Convidar 3 pessoas' }).click()
  await expect(page.getByText('2 de 3 pessoas com convite · 1 com falha')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'lia@vitta.local' })).toContainText('Organização não encontrada.')
  await expect(getInvitationRow(page, 'sol@vitta.local')).toContainText('vitta.local')
})

test('TENANT-11 CALL-33 CALL-34 PROV-03 platform staff create, rename and switch organisations off and on @wide', async ({
  windowOf,
  freshWindow,
}) => {
  const page = await windowOf('platform')
  await confirmPasswordByCall(page)
  await openInvitations(page)
  await page.getByRole('button', { name: 'Nova organização' }).click()
  await page.getByLabel(/^Nome/).fill('Padaria Real')
  await page
    .getByLabel(/^Domínio/)
    .and(page.getByRole('dialog').locator('input'))
    .fill('padaria.local')
  await page.getByRole('button', { name: 'Criar organização' }).click()
  await findTenant(page, 'padaria')
  await page.getByRole('button', { name: 'Ações de Padaria Real' }).click()
  await page.getByRole('menuitem', { name: 'Editar' }).click()
  await page.getByRole('dialog').getByLabel(/^Nome/).fill('Padaria Imperial')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByRole('button', { name: 'Ações de Padaria Imperial' })).toBeVisible()

  await findTenant(page, 'vitta')
  const change = async (action: string, done: string) => {
    await page.getByRole('button', { name: 'Ações de Clínica Vitta' }).click()
    await page.getByRole('menuitem', { name: action }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: action }).click()
    await expect(page.getByText(done)).toBeVisible()
  }
  await change('Desligar', 'Clínica Vitta foi desligada.')
  const theirs = await freshWindow()
  await theirs.goto('/login')
  await fillLoginForm(theirs, DEMO_USERS.otherTenant.phone, 'Prosa@2026')
  await theirs.getByRole('button', { name: 'Acessar' }).click()
  await expect(theirs.getByText('Sua organização está inativa. Entre em contato com o suporte.').first()).toBeVisible()
  await change('Ligar', 'Clínica Vitta foi ligada.')
})

test('ROUTE-13 GUARD-05 an admin does not get there', async ({ windowOf }) => {
  const page = await windowOf('admin')
  await page.goto('/invite')
  await expect(page.getByText('Permissão insuficiente para acessar esta página.')).toBeVisible()
  await expect(page).toHaveURL(/\/agents$/)
})

test('inviting is accessible @wide', async ({ windowOf }) => {
  const page = await windowOf('platform')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 900 })
    for (const theme of ['dark', 'light']) {
      await openInvitations(page)
      await page.evaluate((name) => {
        document.documentElement.dataset['theme'] = name
      }, theme)
      await expect(page.getByRole('list', { name: 'Organizações' })).toBeVisible()
      await expectAccessible(page)
      await page.getByText('Várias pessoas').click()
      await page.getByLabel('Lista em CSV').fill('ana@prosa.local,admin\nruim')
      await expectAccessible(page)
      await expectNoHorizontalScroll(page)
    }
  }
})
