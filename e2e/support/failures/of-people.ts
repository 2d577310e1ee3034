import type { Page } from '@playwright/test'
import type { SpecifiedCall } from '../bare-provider/section-7.ts'
import { always, reasonOr } from './answers.ts'
import { askAgain, heading, type Rehearsal, type Stage } from './rehearsals.ts'

const EMAIL = 'falha@aurora.local'
const inviting = heading('Convidar Usuário')
const openInvite = async ({ page }: Stage) => {
  await page.goto('/invite')
  await inviting(page).waitFor()
}
const form = (page: Page) => page.getByRole('form', { name: 'Convidar Usuário' })
const row = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email })
const CANCELLED = 'cancela@aurora.local'
const SENT_AGAIN = 'reenvia@aurora.local'
const withInvitation = (email: string) => async (stage: Stage) => {
  stage.invite(email)
  await openInvite(stage)
  await row(stage.page, email).waitFor()
}
const newTenant = async (stage: Stage) => {
  await openInvite(stage)
  await stage.page.getByRole('button', { name: 'Nova organização' }).click()
  await stage.page.getByRole('dialog').getByLabel(/^Nome/).fill('Nova Casa')
  await stage.page
    .getByRole('dialog')
    .getByLabel(/^Domínio/)
    .fill('casa.local')
}
const keepsTenant = (page: Page) =>
  [[page.getByRole('dialog').getByLabel(/^Nome/), 'Nova Casa']] as [ReturnType<Page['getByLabel']>, string][]
const openMenu = async (page: Page, action: string) => {
  await page.getByRole('button', { name: 'Ações de Clínica Vitta' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
const authorize = (page: Page) => page.getByRole('button', { name: 'Autorizar Google Calendar' })
const openSettings = async ({ page }: Stage) => {
  await page.goto('/user/settings')
  await heading('Google Calendar')(page).waitFor()
}
export const PEOPLE: Partial<Record<SpecifiedCall, Rehearsal>> = {
  'POST /users/invite': {
    who: 'staff',
    open: async (stage) => {
      await openInvite(stage)
      await form(stage.page).getByLabel('E-mail').fill(EMAIL)
    },
    provoke: ({ page }) => form(page).getByRole('button', { name: 'Convidar' }).click(),
    stands: inviting,
    says: reasonOr('Failed to invite user'),
    keeps: (page) => [[form(page).getByLabel('E-mail'), EMAIL]],
  },
  'GET /users/invitations': {
    who: 'staff',
    open: async () => undefined,
    provoke: ({ page }) => askAgain(page, () => page.goto('/invite')),
    stands: inviting,
    says: reasonOr('Failed to load invitations'),
  },
  'DELETE /users/invitations/:id': {
    who: 'staff',
    open: withInvitation(CANCELLED),
    provoke: async ({ page }) => {
      await row(page, CANCELLED)
        .getByRole('button', { name: /Cancelar/ })
        .click()
      await page.getByRole('button', { name: 'Cancelar convite', exact: true }).click()
    },
    stands: (page) => row(page, CANCELLED),
    says: reasonOr('Failed to cancel invitation'),
  },
  'POST /users/invitations/generate-token': {
    who: 'staff',
    open: withInvitation(SENT_AGAIN),
    provoke: ({ page }) =>
      row(page, SENT_AGAIN)
        .getByRole('button', { name: /Reenviar/ })
        .click(),
    stands: (page) => row(page, SENT_AGAIN),
    says: reasonOr('Failed to generate token'),
  },
  'GET /onboarding/:token': {
    open: async () => undefined,
    provoke: ({ page }) => askAgain(page, () => page.goto('/onboarding?token=algum')),
    stands: heading('Convite Inválido'),
    says: reasonOr('Failed to validate token'),
  },
  'POST /onboarding/:token': {
    open: async ({ page, invite }) => {
      await page.goto(`/onboarding?token=${invite('entra@aurora.local')}`)
      await page.getByLabel('Nome Completo').fill('Entra Já')
      await page.getByLabel(/^Senha/).fill('Nova@12345')
      await page.getByLabel(/^Confirmar Senha/).fill('Nova@12345')
    },
    provoke: ({ page }) => page.getByRole('button', { name: 'Finalizar Cadastro' }).click(),
    stands: heading('Complete seu cadastro'),
    says: reasonOr('Failed to complete onboarding'),
    keeps: (page) => [[page.getByLabel('Nome Completo'), 'Entra Já']],
  },
  'GET /tenants': {
    who: 'platform',
    open: async () => undefined,
    provoke: ({ page }) => page.goto('/invite'),
    stands: inviting,
    says: always('Erro ao carregar tenants'),
  },
  'GET /tenants/:id': {
    who: 'platform',
    open: openInvite,
    provoke: ({ page }) => askAgain(page, () => openMenu(page, 'Editar')),
    stands: (page) => page.getByRole('dialog'),
    says: reasonOr('Failed to load tenant'),
  },
  'POST /tenants': {
    who: 'platform',
    open: newTenant,
    provoke: ({ page }) => page.getByRole('button', { name: 'Criar organização' }).click(),
    stands: (page) => page.getByRole('dialog'),
    says: null,
    keeps: keepsTenant,
  },
  'PUT /tenants/:id': {
    who: 'platform',
    open: openInvite,
    provoke: async ({ page }) => {
      await openMenu(page, 'Desligar')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Desligar' }).click()
    },
    stands: inviting,
    says: reasonOr('Não foi possível alterar a organização.'),
  },
  'GET /google-calendar/auth-url': {
    who: 'admin',
    open: openSettings,
    provoke: ({ page }) => authorize(page).click(),
    stands: authorize,
    says: always('Erro ao autorizar Google Calendar'),
  },
  'GET /google-calendar/oauth2callback': {
    who: 'admin',
    open: openSettings,
    provoke: ({ page }) => authorize(page).click(),
    stands: authorize,
    says: always('Erro ao autorizar Google Calendar'),
  },
  'GET /google-calendar/auth-status': {
    who: 'admin',
    open: async () => undefined,
    provoke: openSettings,
    stands: authorize,
    says: null,
  },
  'DELETE /google-calendar/revoke': {
    who: 'operator',
    open: async (stage) => {
      await openSettings(stage)
      await authorize(stage.page).click()
      await stage.page.getByRole('button', { name: 'Remover autorização' }).waitFor()
    },
    provoke: async ({ page }) => {
      await page.getByRole('button', { name: 'Remover autorização' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Sim, Remover' }).click()
    },
    stands: (page) => page.getByRole('button', { name: 'Remover autorização' }),
    says: always('Erro ao remover autorização'),
  },
}
