import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

const openInvitations = async (page: Page) => {
  await page.goto('/invite')
  await expect(page.getByRole('heading', { name: 'Convidar Usuário', level: 1 })).toBeVisible()
}
const getInvitationRow = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email })

/** Invites a user, requests a new link and returns it: a provider need not return a link with the invitation itself. */
const inviteAndGetLink = async (page: Page, email: string): Promise<string> => {
  await openInvitations(page)
  const form = page.getByRole('form', { name: 'Convidar Usuário' })
  await expect(form.getByRole('combobox', { name: 'Organização' })).toHaveValue('Aurora Imóveis')
  await form.getByLabel('E-mail').fill(email)
  await form.getByLabel('Papel').selectOption('operator')
  await form.getByRole('button', { name: 'Convidar' }).click()
  await expect(page.getByText('Usuário convidado com sucesso!')).toBeVisible()
  await expect(getInvitationRow(page, email)).toContainText('Pendente')
  await getInvitationRow(page, email)
    .getByRole('button', { name: /Reenviar/ })
    .click()
  const link = await page.getByRole('dialog').getByLabel('Link do convite').inputValue()
  await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click()
  return new URL(link).pathname + new URL(link).search
}

test('INVITE-08 INVITE-21 ONB-03 ONB-13 ONB-16 from the invitation to the panel @wide', async ({ windowOf, freshWindow }) => {
  const link = await inviteAndGetLink(await windowOf('staff'), 'paula@aurora.local')
  const page = await freshWindow()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Complete seu cadastro' })).toBeVisible()
  await page.getByLabel('Nome Completo').fill('Paula Reis')
  await page.getByRole('textbox', { name: 'Telefone' }).pressSequentially('11955556666')
  await page.getByLabel(/^Senha/).fill('Nova@12345')
  await page.getByLabel(/^Confirmar Senha/).fill('Nova@12345')
  await page.getByRole('button', { name: 'Finalizar Cadastro' }).click()
  await expect(page.getByRole('heading', { name: 'Bem-vindo(a) a bordo!' })).toBeVisible()
  await expect(page).toHaveURL(/\/agents$/)
  await page.reload()
  await page.getByRole('button', { name: /menu de paula reis/i }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await expect(page).toHaveURL(/\/login/)
})

test('INVITE-10 an invitation is cancelled @wide', async ({ windowOf }) => {
  const page = await windowOf('staff')
  const email = 'quim@aurora.local'
  await inviteAndGetLink(page, email)
  await getInvitationRow(page, email)
    .getByRole('button', { name: /Cancelar/ })
    .click()
  await page.getByRole('button', { name: 'Cancelar convite', exact: true }).click()
  await expect(getInvitationRow(page, email)).toHaveCount(0)
})

test('TENANT-11 CALL-33 CALL-34 organisations are made, renamed and switched off @wide', async ({ windowOf, provider }) => {
  const page = await windowOf('platform')
  await provider.prove(page)
  await openInvitations(page)
  await page.getByRole('button', { name: 'Nova organização' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Nome/).fill('Quitanda Boa')
  await dialog.getByLabel(/^Domínio/).fill('quitanda.local')
  await dialog.getByRole('button', { name: 'Criar organização' }).click()
  await expect(dialog).toHaveCount(0)
  const act = async (name: string, action: string) => {
    await page.getByRole('button', { name: `Ações de ${name}` }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await act('Quitanda Boa', 'Editar')
  await dialog.getByLabel(/^Nome/).fill('Quitanda Ótima')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await act('Quitanda Ótima', 'Desligar')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Desligar' }).click()
  await expect(page.getByText('Quitanda Ótima foi desligada.')).toBeVisible()
  await act('Quitanda Ótima', 'Ligar')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ligar' }).click()
  await expect(page.getByText('Quitanda Ótima foi ligada.')).toBeVisible()
})

test('SETTINGS-01 ROUTE-14 the settings and the dashboard stand, whatever the provider knows of them', async ({ windowOf }) => {
  const page = await windowOf('staff')
  await page.goto('/user/settings')
  await expect(page.getByRole('heading', { name: 'Configurações do Usuário' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Google Calendar' })).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Tentar novamente' }).or(page.getByText('Novos leads').first())).toBeVisible()
})
