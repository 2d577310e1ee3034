import type { Page } from '@playwright/test'
import type { SpecifiedCall } from '../bare-provider/section-7.ts'
import { choose, composer, rowOf, say, thread } from '../chat.ts'
import { askedToListen } from '../rooms.ts'
import { always, ofSending } from './answers.ts'
import { askAgain, type Rehearsal, type Stage } from './rehearsals.ts'

const openList = async ({ page, conversation }: Stage) => {
  await page.goto('/agents')
  await page.locator(`[href="/chat"], a`).filter({ hasText: 'Clara' }).first().click()
  await rowOf(page, `/chat/${conversation.lead._id}/${conversation.id}`).waitFor()
}
/** Opens the rehearsal's own conversation from the list. */
export const openThread = async (stage: Stage) => {
  await openList(stage)
  await rowOf(stage.page, stage.path).click()
  await composer(stage.page).waitFor()
}
const list = (page: Page) => page.getByRole('heading', { name: 'Conversas', level: 1 })
const inThread = { who: 'staff', open: openThread, stands: composer } as const

export const CONVERSATIONS: Partial<Record<SpecifiedCall, Rehearsal>> = {
  'GET /conversations/agents/:agentId': {
    who: 'staff',
    open: openList,
    provoke: ({ page }) => askAgain(page, () => page.reload()),
    stands: list,
    says: always('Failed to load conversations'),
  },
  'GET /conversations/lead/:leadId/:conversationId': {
    who: 'staff',
    open: openList,
    provoke: ({ page, path }) => rowOf(page, path).click(),
    stands: list,
    says: always('Failed to load conversation'),
  },
  'POST /conversations/lead/:leadId/:conversationId/messages': {
    ...inThread,
    provoke: ({ page }, answer) => say(page, `Não se perde: ${answer}`),
    says: ofSending,
    settle: ({ page }) => thread(page).getByText('Falhou, clique no icone ao lado para tentar novamente').last().waitFor(),
  },
  'PATCH /conversations/lead/:leadId/:conversationId/attention': {
    ...inThread,
    provoke: ({ page }) => choose(page, 'Necessita atenção'),
    says: always('Ocorreu um erro ao alterar a situação da conversa'),
  },
  'POST /conversations/:conversationId/mark-read': {
    who: 'staff',
    open: openList,
    provoke: async ({ page, path }) => {
      await rowOf(page, path).click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Marcar como lida' }).click()
    },
    stands: list,
    says: always('Failed to mark conversation as read'),
    settle: ({ page, path }) =>
      rowOf(page, path)
        .getByText(/não lidas?$/)
        .waitFor({ state: 'attached' }),
  },
  'POST /conversations/unread-counts-for-conversations': {
    ...inThread,
    open: async (stage) => {
      await openThread(stage)
      await stage.page.clock.fastForward(2_100)
      await askedToListen(stage.page, stage.path)
    },
    provoke: ({ markReadFails }) => Promise.resolve(markReadFails()),
    says: always('Erro ao marcar conversa como lida'),
    bringsToast: 'Erro ao marcar conversa como lida',
  },
  'GET /leads/:id': {
    ...inThread,
    provoke: ({ page }) => askAgain(page, () => page.reload()),
    stands: (page) =>
      page.getByRole('heading', { name: 'Erro ao carregar lead' }).or(page.getByText('Erro ao carregar lead')).first(),
    says: always('Erro: Failed to load lead'),
  },
  'PATCH /leads/:id/pause': {
    ...inThread,
    provoke: ({ page }) => page.getByRole('button', { name: 'Pausar agente' }).click(),
    says: always('Failed to update pause status'),
  },
  'PATCH /leads/:id/archive': {
    ...inThread,
    provoke: ({ page }) => choose(page, 'Arquivar'),
    says: always('Erro ao arquivar/desarquivar lead'),
  },
}
