import type { Page } from '@playwright/test'
import { DEMO_USER_PASSWORD } from '../accounts.ts'
import type { SpecifiedCall } from '../bare-provider/specified-calls.ts'
import { getComposer } from '../chat.ts'
import { fillLoginForm } from '../sign-in.ts'
import { openOwnThread } from './conversation-failures.ts'
import { createConstantText, createFallbackErrorText, type FailedAnswer, getStatusErrorText } from './failing-call.ts'
import { createHeadingLocator, type FailureCase, getRetryButton, retryCall } from './failure-case.ts'

const getSignInButton = (page: Page) => page.getByRole('button', { name: 'Acessar', exact: true })
const getAgentsHeading = createHeadingLocator('Agentes')
const getSettingsHeading = createHeadingLocator('Configurações do Usuário')
const openAgents = async (page: Page) => {
  await page.goto('/agents')
  await getAgentsHeading(page).waitFor()
}
const openSettings = async (page: Page) => {
  await page.goto('/user/settings')
  await getSettingsHeading(page).waitFor()
}

const getPasswordFields = (page: Page) =>
  [
    [page.getByLabel(/^Senha atual/), DEMO_USER_PASSWORD],
    [page.getByLabel(/^Nova senha/), 'Outra@2026'],
  ] as const

export const SESSION_FAILURES: Partial<Record<SpecifiedCall, FailureCase>> = {
  'POST /auth/login': {
    open: async ({ page }) => {
      await page.goto('/login')
      await page.clock.fastForward(400)
      await fillLoginForm(page, '11900000001', DEMO_USER_PASSWORD)
    },
    provoke: ({ page }) => getSignInButton(page).click(),
    stands: getSignInButton,
    says: (answer) => (answer === 'garbage' ? 'Erro inesperado durante o login. Tente novamente.' : getStatusErrorText(answer)),
    keeps: (page) => [
      [page.getByRole('textbox', { name: 'Telefone' }), '(11) 90000-0001'],
      [page.getByLabel(/^Senha/), DEMO_USER_PASSWORD],
    ],
  },
  'GET /auth/me': {
    who: 'staff',
    open: ({ page }) => openAgents(page),
    provoke: ({ page }) => page.reload(),
    stands: getSignInButton,
    says: (answer) =>
      answer === 401 || answer === 403
        ? 'Token inválido. Faça login novamente.'
        : 'Falha na verificação do token. Faça login novamente.',
    says401: true,
    settle: ({ signInAgain }) => signInAgain(),
  },
  'POST /auth/logout': {
    who: 'staff',
    open: ({ page }) => openAgents(page),
    provoke: async ({ page }) => {
      await page.getByRole('button', { name: /menu de /i }).click()
      await page.getByRole('menuitem', { name: 'Sair' }).click()
    },
    stands: getSignInButton,
    // A sign-out from an ended session counts as successful.
    says: (answer) => (answer === 401 ? null : 'Erro durante o logout, mas você foi desconectado.'),
    says401: true,
    settle: async ({ page, signInAgain }) => {
      await signInAgain()
      await openAgents(page)
    },
  },
  'POST /auth/logout-all': {
    who: 'staff',
    open: ({ page }) => openSettings(page),
    provoke: async ({ page }) => {
      const all = page.getByRole('alertdialog').getByRole('button', { name: 'Encerrar todas' })
      if (!(await all.isVisible())) await page.getByRole('button', { name: 'Encerrar todas as sessões' }).click()
      await all.click()
    },
    stands: (page) => page.getByRole('alertdialog'),
    says: getStatusErrorText,
  },
  'POST /auth/change-password': {
    who: 'staff',
    open: async ({ page }) => {
      await openSettings(page)
      for (const [field, text] of getPasswordFields(page)) await field.fill(text)
    },
    provoke: ({ page }) => page.getByRole('button', { name: 'Alterar senha' }).click(),
    stands: getSettingsHeading,
    says: createConstantText('Falha ao alterar a senha. Tente novamente.'),
    keeps: (page) => getPasswordFields(page).map(([field, text]) => [field, text]),
  },
  'GET /auth/sessions': {
    who: 'staff',
    open: ({ page }) => openSettings(page),
    provoke: ({ page }) => retryCall(page, () => openSettings(page)),
    stands: getSettingsHeading,
    says: createConstantText('Falha ao buscar sessões ativas.'),
  },
  'GET /auth/websocket-token': {
    who: 'staff',
    open: openOwnThread,
    provoke: async ({ page }) => {
      await page.reload()
      await getComposer(page).waitFor()
      await page.clock.fastForward(2_100)
    },
    stands: getComposer,
    says: null,
  },
  'GET /agents': {
    who: 'staff',
    open: async () => undefined,
    provoke: ({ page }) => retryCall(page, () => page.goto('/agents')),
    stands: getAgentsHeading,
    says: createConstantText('Failed to load agents'),
  },
  'GET /agents/:id': {
    who: 'staff',
    open: async () => undefined,
    provoke: ({ page, conversation }) => retryCall(page, () => page.goto(`/agents/${conversation.lead.agent_id}`)),
    stands: getRetryButton,
    says: createFallbackErrorText('Não foi possível carregar o agente.'),
  },
  'GET /conversations/unread-counts': {
    who: 'staff',
    open: async () => undefined,
    provoke: ({ page }) => page.goto('/agents'),
    stands: getAgentsHeading,
    says: null,
  },
}

const SESSION_EXPIRED_NOTICE = 'Sua sessão expirou. Faça login novamente.'

/** A call that is refused even after a token refresh redirects to the login page with a notice; no other failure does (ERR-21, ERR-22). */
export const SESSION_EXPIRED_OUTCOME: Pick<FailureCase, 'stands' | 'says'> = {
  stands: getSignInButton,
  says: createConstantText(SESSION_EXPIRED_NOTICE),
}

/** A failed token refresh ends the session, whatever the reason. */
export const REFRESH_FAILURE: FailureCase = {
  who: 'staff',
  open: async () => undefined,
  provoke: ({ page }) => page.goto('/agents'),
  stands: getSignInButton,
  says: (_answer: FailedAnswer) => SESSION_EXPIRED_NOTICE,
  says401: true,
  settle: ({ signInAgain }) => signInAgain(),
}
