import { listAgents } from '@prosa/contract/calls/agents/agents'
import { getConversation, markRead } from '@prosa/contract/calls/conversations/conversations'
import { getLead } from '@prosa/contract/calls/conversations/leads'
import { getRetention } from '@prosa/contract/calls/organisation/privacy'
import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import type { Lead } from '@prosa/contract/entities/conversations/lead'
import type { Message } from '@prosa/contract/entities/conversations/message'
import { screen } from '@testing-library/react'
import { vi } from 'vitest'
import { useOutbox } from '../features/conversation/outbox/outbox-store.ts'
import { buildConversation, buildLead, buildMessage, createUniqueId } from '../features/conversation/testing/factories.ts'
import { stubElementSizes } from '../features/conversation/testing/stub-element-sizes.ts'
import { ConversationPage } from '../pages/chat/conversation-page.tsx'
import { useNotifications } from '../shared/notifications/notifications.ts'
import { anAgent } from './factories.ts'
import { createErrorResponse, createFakeProvider } from './fake-provider.ts'
import { renderWithRouter } from './render-with-router.tsx'
import { setSignedInUser } from './session.ts'

interface ConversationFixtureOptions {
  conversation?: Partial<Conversation>
  history?: Message[]
  lead?: Partial<Lead>
}

/** Creates a signed-in user, a focused page, a fake server and one conversation to open. */
export function createConversationFixture() {
  stubElementSizes({ width: 1_000 })
  setSignedInUser({ name: 'Ana Souza' })
  useOutbox.setState(useOutbox.getInitialState(), true)
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  const leadId = createUniqueId('lead')
  const conversationId = createUniqueId('conversation')
  const provider = createFakeProvider()
    .on(listAgents, () => ({ success: true, data: { agents: [anAgent()] } }))
    .on(markRead, () => ({ success: true }))
    // A server that implements only the specification has no such endpoint.
    .on(getRetention, () => createErrorResponse(404, 'NOT_FOUND'))

  const render = () =>
    renderWithRouter(<ConversationPage />, {
      path: '/chat/$leadId/$conversationId',
      initialPath: `/chat/${leadId}/${conversationId}`,
      otherPaths: ['/chat'],
    })

  return {
    leadId,
    conversationId,
    provider,
    render,
    open: ({ conversation = {}, history = [buildMessage()], lead = {} }: ConversationFixtureOptions = {}) => {
      // Sets the time of the lead's last message from the history. Otherwise the panel would assume missing messages.
      const newest = history.findLast(({ role }) => role === 'humano')?.timestamp
      const lastMessageFields = newest ? { last_client_message_at: newest } : {}
      const conversationData = buildConversation({ _id: conversationId, lead_id: leadId, ...lastMessageFields, ...conversation })
      provider
        .on(getConversation, ({ query }) => ({
          success: true,
          data: { ...conversationData, history: query.afterSeq ? [] : history },
        }))
        .on(getLead, () => ({ success: true, data: buildLead({ _id: leadId, ...lead }) }))
      return render()
    },
    findLog: () => screen.findByRole('log', { name: 'Mensagens' }),
    findComposerBox: () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Mensagem' }),
    getToasts: () => useNotifications.getState().notifications,
  }
}
