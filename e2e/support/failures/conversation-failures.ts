import type { Page } from '@playwright/test'
import type { SpecifiedCall } from '../bare-provider/specified-calls.ts'
import { chooseThreadAction, getComposer, getConversationRow, getThread, typeAndSend } from '../chat.ts'
import { waitForJoinRequest } from '../room-joins.ts'
import { createConstantText, getSendErrorText } from './failing-call.ts'
import { type FailureCase, type FailureContext, retryCall } from './failure-case.ts'

const openList = async ({ page, conversation }: FailureContext) => {
  await page.goto('/agents')
  await page.locator(`[href="/chat"], a`).filter({ hasText: 'Clara' }).first().click()
  await getConversationRow(page, `/chat/${conversation.lead._id}/${conversation.id}`).waitFor()
}
/** Opens the rehearsal's own conversation from the list. */
export const openOwnThread = async (stage: FailureContext) => {
  await openList(stage)
  await getConversationRow(stage.page, stage.path).click()
  await getComposer(stage.page).waitFor()
}
const getListHeading = (page: Page) => page.getByRole('heading', { name: 'Conversas', level: 1 })
const threadCase = { who: 'staff', open: openOwnThread, stands: getComposer } as const

export const CONVERSATION_FAILURES: Partial<Record<SpecifiedCall, FailureCase>> = {
  'GET /conversations/agents/:agentId': {
    who: 'staff',
    open: openList,
    provoke: ({ page }) => retryCall(page, () => page.reload()),
    stands: getListHeading,
    says: createConstantText('Failed to load conversations'),
  },
  'GET /conversations/lead/:leadId/:conversationId': {
    who: 'staff',
    open: openList,
    provoke: ({ page, path }) => getConversationRow(page, path).click(),
    stands: getListHeading,
    says: createConstantText('Failed to load conversation'),
  },
  'POST /conversations/lead/:leadId/:conversationId/messages': {
    ...threadCase,
    provoke: ({ page }, answer) => typeAndSend(page, `Não se perde: ${answer}`),
    says: getSendErrorText,
    settle: ({ page }) => getThread(page).getByText('Falhou, clique no icone ao lado para tentar novamente').last().waitFor(),
  },
  'PATCH /conversations/lead/:leadId/:conversationId/attention': {
    ...threadCase,
    provoke: ({ page }) => chooseThreadAction(page, 'Necessita atenção'),
    says: createConstantText('Ocorreu um erro ao alterar a situação da conversa'),
  },
  'POST /conversations/:conversationId/mark-read': {
    who: 'staff',
    open: openList,
    provoke: async ({ page, path }) => {
      await getConversationRow(page, path).click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Marcar como lida' }).click()
    },
    stands: getListHeading,
    says: createConstantText('Failed to mark conversation as read'),
    settle: ({ page, path }) =>
      getConversationRow(page, path)
        .getByText(/não lidas?$/)
        .waitFor({ state: 'attached' }),
  },
  'POST /conversations/unread-counts-for-conversations': {
    ...threadCase,
    open: async (stage) => {
      await openOwnThread(stage)
      await stage.page.clock.fastForward(2_100)
      await waitForJoinRequest(stage.page, stage.path)
    },
    provoke: ({ markReadFails }) => Promise.resolve(markReadFails()),
    says: createConstantText('Erro ao marcar conversa como lida'),
    bringsToast: 'Erro ao marcar conversa como lida',
  },
  'GET /leads/:id': {
    ...threadCase,
    provoke: ({ page }) => retryCall(page, () => page.reload()),
    stands: (page) =>
      page.getByRole('heading', { name: 'Erro ao carregar lead' }).or(page.getByText('Erro ao carregar lead')).first(),
    says: createConstantText('Erro: Failed to load lead'),
  },
  'PATCH /leads/:id/pause': {
    ...threadCase,
    provoke: ({ page }) => page.getByRole('button', { name: 'Pausar agente' }).click(),
    says: createConstantText('Failed to update pause status'),
  },
  'PATCH /leads/:id/archive': {
    ...threadCase,
    provoke: ({ page }) => chooseThreadAction(page, 'Arquivar'),
    says: createConstantText('Erro ao arquivar/desarquivar lead'),
  },
}
