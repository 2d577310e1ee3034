import { listConversations } from '@prosa/contract/calls/conversations/conversations'
import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { useSession } from '../../../shared/session/session.ts'
import { createFakeProvider } from '../../../testing/fake-provider.ts'
import { renderWithRouter } from '../../../testing/render-with-router.tsx'
import { setSignedInUser } from '../../../testing/session.ts'
import { updateOutbox } from '../outbox/outbox-store.ts'
import { buildConversation, createUniqueId } from '../testing/factories.ts'
import { stubElementSizes } from '../testing/stub-element-sizes.ts'
import { ConversationList } from './conversation-list.tsx'

beforeEach(() => {
  stubElementSizes()
  setSignedInUser()
})

const show = (conversations: Conversation[], { agentName = '' } = {}) => {
  createFakeProvider().on(listConversations, () => ({ success: true, data: { conversations } }))
  const list = <ConversationList agentId={createUniqueId('agent')} agentName={agentName} ref={{ current: null }} />
  return renderWithRouter(list, { path: '/chat', otherPaths: ['/chat/$leadId/$conversationId'] })
}
const rows = async () => within(await screen.findByRole('list', { name: 'Conversas' })).getAllByRole('listitem')

it('names who spoke last where it was not the lead: the agent, oneself, a colleague, or the team', async () => {
  const told = { last_message_preview: 'Até amanhã' }
  const me = useSession.getState().user?.id ?? ''
  await show(
    [
      { last_message_from: 'lead' },
      { last_message_from: 'agent' },
      { last_message_from: 'person', last_message_sender_id: me, last_message_sender_name: 'Ana Souza' },
      { last_message_from: 'person', last_message_sender_id: 'u9', last_message_sender_name: 'Bruno Lima' },
      { last_message_from: 'person' },
      {},
    ].map((from, n) =>
      buildConversation({
        ...told,
        ...from,
        last_client_message_at: null,
        _id: `c${n}`,
        updated_at: `2026-11-0${9 - n}T12:00:00.000Z`,
      }),
    ),
    { agentName: 'Clara' },
  )
  const said = (await rows()).map(({ textContent }) => /· (.*?)Até amanhã/.exec(textContent ?? '')?.[1])
  expect(said).toEqual(['', 'Clara: ', 'Você: ', 'Bruno: ', 'Equipe: ', ''])
})

it('fills the unread badge only where a person is needed', async () => {
  await show([
    buildConversation({ _id: 'agent', unreadCount: 1 }),
    buildConversation({ _id: 'paused', unreadCount: 1, pause: true }),
    buildConversation({ _id: 'asked', unreadCount: 1, needs_attention: true }),
  ])
  await rows()
  const badge = (id: string) => document.querySelector(`[data-row="${id}"] [data-unread]`)?.getAttribute('data-unread')
  expect([badge('agent'), badge('paused'), badge('asked')]).toEqual(['agent', 'person', 'person'])
})

it("says 'Não enviada' where the channel refused the newest message, and where one's own could not be sent", async () => {
  await show(['fine', 'refused', 'unsent'].map((id) => buildConversation({ _id: id, last_message_failed: id === 'refused' })))
  await rows()
  const says = (id: string) => document.querySelector(`[data-row="${id}"]`)?.textContent?.includes('Não enviada')
  expect([says('fine'), says('refused'), says('unsent')]).toEqual([false, true, false])
  const entry = { tempId: 't', leadId: 'l1', conversationId: 'unsent', content: 'Oi', createdAt: 0, failure: null, peer: null }
  act(() => updateOutbox(() => [{ ...entry, status: 'error' }]))
  expect([says('fine'), says('refused'), says('unsent')]).toEqual([false, true, true])
  act(() => updateOutbox(() => []))
  expect(says('unsent')).toBe(false)
})

it('LIST-21 shows whether the conversation goes on, and says so in its tooltip too, without a light of presence', async () => {
  await show([buildConversation({ _id: 'on' }), buildConversation({ _id: 'off', conversation_status: 'closed' })])
  await rows()
  const row = (id: string) => document.querySelector(`[data-row="${id}"]`)
  expect(row('on')?.querySelector('.fill-current')).not.toBeNull()
  expect(row('off')?.querySelector('.fill-current')).toBeNull()
  expect(row('off')?.textContent).toContain('encerrada')
  expect(row('on')?.querySelector('.bg-mate')).toBeNull()
})
