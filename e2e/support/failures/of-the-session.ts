import type { Page } from '@playwright/test'
import { PASSWORD } from '../accounts.ts'
import type { SpecifiedCall } from '../bare-provider/section-7.ts'
import { composer } from '../chat.ts'
import { fillLogin } from '../sign-in.ts'
import { always, type BadAnswer, byStatus, reasonOr } from './answers.ts'
import { openThread } from './of-conversations.ts'
import { askAgain, heading, type Rehearsal, retry } from './rehearsals.ts'

const toLogin = (page: Page) => page.getByRole('button', { name: 'Acessar', exact: true })
const agents = heading('Agentes')
const settings = heading('Configurações do Usuário')
const openAgents = async (page: Page) => {
  await page.goto('/agents')
  await agents(page).waitFor()
}
const openSettings = async (page: Page) => {
  await page.goto('/user/settings')
  await settings(page).waitFor()
}

const passwords = (page: Page) =>
  [
    [page.getByLabel(/^Senha atual/), PASSWORD],
    [page.getByLabel(/^Nova senha/), 'Outra@2026'],
  ] as const

export const SESSION: Partial<Record<SpecifiedCall, Rehearsal>> = {
  'POST /auth/login': {
    open: async ({ page }) => {
      await page.goto('/login')
      await page.clock.fastForward(400)
      await fillLogin(page, '11900000001', PASSWORD)
    },
    provoke: ({ page }) => toLogin(page).click(),
    stands: toLogin,
    says: (answer) => (answer === 'garbage' ? 'Erro inesperado durante o login. Tente novamente.' : byStatus(answer)),
    keeps: (page) => [
      [page.getByRole('textbox', { name: 'Telefone' }), '(11) 90000-0001'],
      [page.getByLabel(/^Senha/), PASSWORD],
    ],
  },
  'GET /auth/me': {
    who: 'staff',
    open: ({ page }) => openAgents(page),
    provoke: ({ page }) => page.reload(),
    stands: toLogin,
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
    stands: toLogin,
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
    says: byStatus,
  },
  'POST /auth/change-password': {
    who: 'staff',
    open: async ({ page }) => {
      await openSettings(page)
      for (const [field, text] of passwords(page)) await field.fill(text)
    },
    provoke: ({ page }) => page.getByRole('button', { name: 'Alterar senha' }).click(),
    stands: settings,
    says: always('Falha ao alterar a senha. Tente novamente.'),
    keeps: (page) => passwords(page).map(([field, text]) => [field, text]),
  },
  'GET /auth/sessions': {
    who: 'staff',
    open: ({ page }) => openSettings(page),
    provoke: ({ page }) => askAgain(page, () => openSettings(page)),
    stands: settings,
    says: always('Falha ao buscar sessões ativas.'),
  },
  'GET /auth/websocket-token': {
    who: 'staff',
    open: openThread,
    provoke: async ({ page }) => {
      await page.reload()
      await composer(page).waitFor()
      await page.clock.fastForward(2_100)
    },
    stands: composer,
    says: null,
  },
  'GET /agents': {
    who: 'staff',
    open: async () => undefined,
    provoke: ({ page }) => askAgain(page, () => page.goto('/agents')),
    stands: agents,
    says: always('Failed to load agents'),
  },
  'GET /agents/:id': {
    who: 'staff',
    open: async () => undefined,
    provoke: ({ page, conversation }) => askAgain(page, () => page.goto(`/agents/${conversation.lead.agent_id}`)),
    stands: retry,
    says: reasonOr('Não foi possível carregar o agente.'),
  },
  'GET /conversations/unread-counts': {
    who: 'staff',
    open: async () => undefined,
    provoke: ({ page }) => page.goto('/agents'),
    stands: agents,
    says: null,
  },
}

const ENDED = 'Sua sessão expirou. Faça login novamente.'

/** A call that is refused even after a token refresh redirects to the login page with a notice; no other failure does (ERR-21, ERR-22). */
export const SESSION_OVER: Pick<Rehearsal, 'stands' | 'says'> = { stands: toLogin, says: always(ENDED) }

/** A failed token refresh ends the session, whatever the reason. */
export const REFRESH: Rehearsal = {
  who: 'staff',
  open: async () => undefined,
  provoke: ({ page }) => page.goto('/agents'),
  stands: toLogin,
  says: (_answer: BadAnswer) => ENDED,
  says401: true,
  settle: ({ signInAgain }) => signInAgain(),
}
