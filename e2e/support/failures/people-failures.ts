import type { Page } from '@playwright/test'
import type { SpecifiedCall } from '../bare-provider/specified-calls.ts'
import { createConstantText, createFallbackErrorText } from './failing-call.ts'
import { createHeadingLocator, type FailureCase, type FailureContext, retryCall } from './failure-case.ts'

const EMAIL = 'falha@aurora.local'
const getInviteHeading = createHeadingLocator('Convidar Usuário')
const openInvite = async ({ page }: FailureContext) => {
  await page.goto('/invite')
  await getInviteHeading(page).waitFor()
}
const getInviteForm = (page: Page) => page.getByRole('form', { name: 'Convidar Usuário' })
const getInvitationRow = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email })
const CANCELLED_EMAIL = 'cancela@aurora.local'
const RESENT_EMAIL = 'reenvia@aurora.local'
const openWithInvitation = (email: string) => async (stage: FailureContext) => {
  stage.invite(email)
  await openInvite(stage)
  await getInvitationRow(stage.page, email).waitFor()
}
const openTenantDialog = async (stage: FailureContext) => {
  await openInvite(stage)
  await stage.page.getByRole('button', { name: 'Nova organização' }).click()
  await stage.page.getByRole('dialog').getByLabel(/^Nome/).fill('Nova Casa')
  await stage.page
    .getByRole('dialog')
    .getByLabel(/^Domínio/)
    .fill('casa.local')
}
const getTenantFields = (page: Page) =>
  [[page.getByRole('dialog').getByLabel(/^Nome/), 'Nova Casa']] as [ReturnType<Page['getByLabel']>, string][]
const openTenantAction = async (page: Page, action: string) => {
  await page.getByRole('button', { name: 'Ações de Clínica Vitta' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
const getAuthorizeButton = (page: Page) => page.getByRole('button', { name: 'Autorizar Google Calendar' })
const openSettings = async ({ page }: FailureContext) => {
  await page.goto('/user/settings')
  await createHeadingLocator('Google Calendar')(page).waitFor()
}
export const PEOPLE_FAILURES: Partial<Record<SpecifiedCall, FailureCase>> = {
  'POST /users/invite': {
    who: 'staff',
    open: async (stage) => {
      await openInvite(stage)
      await getInviteForm(stage.page).getByLabel('E-mail').fill(EMAIL)
    },
    provoke: ({ page }) => getInviteForm(page).getByRole('button', { name: 'Convidar' }).click(),
    stands: getInviteHeading,
    says: createFallbackErrorText('Failed to invite user'),
    keeps: (page) => [[getInviteForm(page).getByLabel('E-mail'), EMAIL]],
  },
  'GET /users/invitations': {
    who: 'staff',
    open: async () => undefined,
    provoke: ({ page }) => retryCall(page, () => page.goto('/invite')),
    stands: getInviteHeading,
    says: createFallbackErrorText('Failed to load invitations'),
  },
  'DELETE /users/invitations/:id': {
    who: 'staff',
    open: openWithInvitation(CANCELLED_EMAIL),
    provoke: async ({ page }) => {
      await getInvitationRow(page, CANCELLED_EMAIL)
        .getByRole('button', { name: /Cancelar/ })
        .click()
      await page.getByRole('button', { name: 'Cancelar convite', exact: true }).click()
    },
    stands: (page) => getInvitationRow(page, CANCELLED_EMAIL),
    says: createFallbackErrorText('Failed to cancel invitation'),
  },
  'POST /users/invitations/generate-token': {
    who: 'staff',
    open: openWithInvitation(RESENT_EMAIL),
    provoke: ({ page }) =>
      getInvitationRow(page, RESENT_EMAIL)
        .getByRole('button', { name: /Reenviar/ })
        .click(),
    stands: (page) => getInvitationRow(page, RESENT_EMAIL),
    says: createFallbackErrorText('Failed to generate token'),
  },
  'GET /onboarding/:token': {
    open: async () => undefined,
    provoke: ({ page }) => retryCall(page, () => page.goto('/onboarding?token=algum')),
    stands: createHeadingLocator('Convite Inválido'),
    says: createFallbackErrorText('Failed to validate token'),
  },
  'POST /onboarding/:token': {
    open: async ({ page, invite }) => {
      await page.goto(`/onboarding?token=${invite('entra@aurora.local')}`)
      await page.getByLabel('Nome Completo').fill('Entra Já')
      await page.getByLabel(/^Senha/).fill('Nova@12345')
      await page.getByLabel(/^Confirmar Senha/).fill('Nova@12345')
    },
    provoke: ({ page }) => page.getByRole('button', { name: 'Finalizar Cadastro' }).click(),
    stands: createHeadingLocator('Complete seu cadastro'),
    says: createFallbackErrorText('Failed to complete onboarding'),
    keeps: (page) => [[page.getByLabel('Nome Completo'), 'Entra Já']],
  },
  'GET /tenants': {
    who: 'platform',
    open: async () => undefined,
    provoke: ({ page }) => page.goto('/invite'),
    stands: getInviteHeading,
    says: createConstantText('Erro ao carregar tenants'),
  },
  'GET /tenants/:id': {
    who: 'platform',
    open: openInvite,
    provoke: ({ page }) => retryCall(page, () => openTenantAction(page, 'Editar')),
    stands: (page) => page.getByRole('dialog'),
    says: createFallbackErrorText('Failed to load tenant'),
  },
  'POST /tenants': {
    who: 'platform',
    open: openTenantDialog,
    provoke: ({ page }) => page.getByRole('button', { name: 'Criar organização' }).click(),
    stands: (page) => page.getByRole('dialog'),
    says: null,
    keeps: getTenantFields,
  },
  'PUT /tenants/:id': {
    who: 'platform',
    open: openInvite,
    provoke: async ({ page }) => {
      await openTenantAction(page, 'Desligar')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Desligar' }).click()
    },
    stands: getInviteHeading,
    says: createFallbackErrorText('Não foi possível alterar a organização.'),
  },
  'GET /google-calendar/auth-url': {
    who: 'admin',
    open: openSettings,
    provoke: ({ page }) => getAuthorizeButton(page).click(),
    stands: getAuthorizeButton,
    says: createConstantText('Erro ao autorizar Google Calendar'),
  },
  'GET /google-calendar/oauth2callback': {
    who: 'admin',
    open: openSettings,
    provoke: ({ page }) => getAuthorizeButton(page).click(),
    stands: getAuthorizeButton,
    says: createConstantText('Erro ao autorizar Google Calendar'),
  },
  'GET /google-calendar/auth-status': {
    who: 'admin',
    open: async () => undefined,
    provoke: openSettings,
    stands: getAuthorizeButton,
    says: null,
  },
  'DELETE /google-calendar/revoke': {
    who: 'operator',
    open: async (stage) => {
      await openSettings(stage)
      await getAuthorizeButton(stage.page).click()
      await stage.page.getByRole('button', { name: 'Remover autorização' }).waitFor()
    },
    provoke: async ({ page }) => {
      await page.getByRole('button', { name: 'Remover autorização' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Sim, Remover' }).click()
    },
    stands: (page) => page.getByRole('button', { name: 'Remover autorização' }),
    says: createConstantText('Erro ao remover autorização'),
  },
}
