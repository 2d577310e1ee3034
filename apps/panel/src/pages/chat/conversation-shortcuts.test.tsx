import { getConversation, listConversations, setAttention } from '@prosa/contract/calls/conversations/conversations'
import { archiveLead, getLead, pauseLead } from '@prosa/contract/calls/conversations/leads'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { ConversationList } from '../../features/conversation/list/conversation-list.tsx'
import { buildConversation, buildLead, buildMessage } from '../../features/conversation/testing/factories.ts'
import { createConversationFixture } from '../../testing/conversation-fixture.tsx'
import { renderWithRouter } from '../../testing/render-with-router.tsx'
import { ConversationPage } from './conversation-page.tsx'
import ConversationShortcuts from './conversation-shortcuts.tsx'

const openAt = async (others: Parameters<typeof buildConversation>[0][] = []) => {
  const { provider, leadId, conversationId } = createConversationFixture()
  const held = buildConversation({ _id: conversationId, lead_id: leadId })
  const agentId = `agent of ${leadId}`
  provider
    .on(listConversations, () => ({ success: true, data: { conversations: [held, ...others.map(buildConversation)] } }))
    .on(getConversation, ({ params }) => {
      const asked = [held, ...others.map(buildConversation)].find(({ _id }) => _id === params.conversationId) ?? held
      return { success: true, data: { ...asked, history: [buildMessage()] } }
    })
    .on(getLead, ({ params }) => ({ success: true, data: buildLead({ _id: params.id ?? '' }) }))
    .on(pauseLead, ({ body }) => ({ success: true, data: body }))
    .on(archiveLead, ({ body }) => ({ success: true, data: body }))
    .on(setAttention, ({ body }) => ({ success: true, data: body }))
  const page = (
    <>
      <ConversationList agentId={agentId} ref={{ current: null }} />
      <ConversationPage />
      <ConversationShortcuts agentId={agentId} />
    </>
  )
  const { router } = await renderWithRouter(page, {
    path: '/chat/$leadId/$conversationId',
    initialPath: `/chat/${leadId}/${conversationId}`,
  })
  await screen.findByRole('log', { name: 'Mensagens' })
  return { provider, at: () => router.state.location.pathname }
}

it('e archives, p pauses and resumes, Shift+A asks for attention; in a field they are letters', async () => {
  const { provider } = await openAt()
  await userEvent.keyboard('p')
  await screen.findByRole('button', { name: 'Iniciar agente' })
  await userEvent.keyboard('p')
  await screen.findByRole('button', { name: 'Pausar agente' })
  await userEvent.keyboard('{Shift>}A{/Shift}')
  await waitFor(() => expect(provider.requests(setAttention).map(({ body }) => body)).toEqual([{ needs_attention: true }]))
  await userEvent.keyboard('e')
  await waitFor(() => expect(provider.requests(archiveLead).map(({ body }) => body)).toEqual([{ archive: true }]))
  const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Mensagem' })
  await userEvent.type(box, 'epu')
  expect(box.value).toBe('epu')
  expect(provider.requests(pauseLead).map(({ body }) => body)).toEqual([{ pause: true }, { pause: false }])
  expect(provider.requests(archiveLead)).toHaveLength(1)
})

it('a key that is held down does it once', async () => {
  const { provider } = await openAt()
  await userEvent.keyboard('{p>3/}')
  await screen.findByRole('button', { name: 'Iniciar agente' })
  expect(provider.requests(pauseLead)).toHaveLength(1)
})

it('u goes to the next unread below, from the end to the first, and stays where there is none', async () => {
  const { at, provider } = await openAt([
    { _id: 'first', lead_id: 'lf', unreadCount: 1, last_client_message_at: '2099-01-01T00:00:00.000Z' },
    { _id: 'read', lead_id: 'lr', updated_at: '2020-01-03T00:00:00.000Z', last_client_message_at: null },
    { _id: 'unread', lead_id: 'lu', unreadCount: 2, updated_at: '2020-01-02T00:00:00.000Z', last_client_message_at: null },
  ])
  await userEvent.keyboard('u')
  await waitFor(() => expect(at()).toBe('/chat/lu/unread'))
  await userEvent.keyboard('u')
  await waitFor(() => expect(at()).toBe('/chat/lf/first'))
  await waitFor(() => expect(screen.queryByText(/não lida/, { selector: '.sr-only' })).toBeNull())
  await userEvent.keyboard('up')
  await waitFor(() => expect(provider.requests(pauseLead)).toHaveLength(1))
  expect(at()).toBe('/chat/lf/first')
})

it('their keys are printed on their button and beside their items, in the menu of a row only where it is the open one', async () => {
  await openAt([{ _id: 'other', lead_id: 'lo', lead_name: 'Rui Dias' }])
  expect(screen.getByRole('button', { name: 'Pausar agente' }).textContent).toBe('Pausar agentep')
  await userEvent.click(screen.getByRole('button', { name: 'Mais ações' }))
  expect((await screen.findByRole('menuitem', { name: 'Arquivar' })).textContent).toBe('Arquivare')
  expect(screen.getByRole('menuitem', { name: 'Necessita atenção' }).textContent).toBe('Necessita atençãoShiftA')
  await userEvent.keyboard('{Escape}')
  const wordsOf = async (who: RegExp) => {
    fireEvent.contextMenu(await screen.findByRole('link', { name: who }))
    const items = within(await screen.findByRole('menu')).getAllByRole('menuitem')
    const words = items.map(({ textContent }) => textContent).slice(-3)
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    return words
  }
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(await wordsOf(/Marina/)).toEqual(['Pausar agentep', 'Necessita atençãoShiftA', 'Arquivare'])
  // The palette's actions apply to the open conversation.
  expect(await wordsOf(/Rui/)).toEqual(['Pausar agente', 'Necessita atenção', 'Arquivar'])
})
