import { listAgents } from '@prosa/contract/calls/agents'
import { getConversation, markRead } from '@prosa/contract/calls/conversations'
import { getLead } from '@prosa/contract/calls/leads'
import { getRetention } from '@prosa/contract/calls/privacy'
import type { Conversation } from '@prosa/contract/entities/conversation'
import type { Lead } from '@prosa/contract/entities/lead'
import type { Message } from '@prosa/contract/entities/message'
import { screen } from '@testing-library/react'
import { vi } from 'vitest'
import { useNotifications } from '../../../shared/notifications.ts'
import { anAgent } from '../../../testing/factories.ts'
import { failure, fakeProvider } from '../../../testing/fake-provider.ts'
import { renderAt } from '../../../testing/render.tsx'
import { signedIn } from '../../../testing/session.ts'
import { useOutbox } from '../cache/outbox-store.ts'
import { ConversationPage } from '../routes/conversation-page.tsx'
import { aConversation, aLead, aMessage, freshId } from './factories.ts'
import { layOut } from './lay-out.ts'

interface Given {
  conversation?: Partial<Conversation>
  history?: Message[]
  lead?: Partial<Lead>
}

/** A signed-in person in a focused page, a provider, and one conversation to open. */
export function aDesk() {
  layOut({ width: 1_000 })
  signedIn({ name: 'Ana Souza' })
  useOutbox.setState(useOutbox.getInitialState(), true)
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  const leadId = freshId('lead')
  const conversationId = freshId('conversation')
  const provider = fakeProvider()
    .on(listAgents, () => ({ success: true, data: { agents: [anAgent()] } }))
    .on(markRead, () => ({ success: true }))
    // The specification's provider knows nothing of it.
    .on(getRetention, () => failure(404, 'NOT_FOUND'))

  const render = () =>
    renderAt(<ConversationPage />, {
      path: '/chat/$leadId/$conversationId',
      at: `/chat/${leadId}/${conversationId}`,
      others: ['/chat'],
    })

  return {
    leadId,
    conversationId,
    provider,
    render,
    open: ({ conversation = {}, history = [aMessage()], lead = {} }: Given = {}) => {
      // Of one moment: a lead's message that is told of and is not here yet is another story.
      const newest = history.findLast(({ role }) => role === 'humano')?.timestamp
      const told = newest ? { last_client_message_at: newest } : {}
      const held = aConversation({ _id: conversationId, lead_id: leadId, ...told, ...conversation })
      provider
        .on(getConversation, ({ query }) => ({ success: true, data: { ...held, history: query.afterSeq ? [] : history } }))
        .on(getLead, () => ({ success: true, data: aLead({ _id: leadId, ...lead }) }))
      return render()
    },
    log: () => screen.findByRole('log', { name: 'Mensagens' }),
    box: () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Mensagem' }),
    toasts: () => useNotifications.getState().notifications,
  }
}
