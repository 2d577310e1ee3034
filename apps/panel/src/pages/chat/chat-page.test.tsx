import { websocketToken } from '@prosa/contract/calls/accounts/auth'
import { listAgents } from '@prosa/contract/calls/agents/agents'
import { getConversation, listConversations, markRead } from '@prosa/contract/calls/conversations/conversations'
import { getLead } from '@prosa/contract/calls/conversations/leads'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildConversation, buildLead, buildMessage, createUniqueId } from '../../features/conversation/testing/factories.ts'
import { stubElementSizes } from '../../features/conversation/testing/stub-element-sizes.ts'
import { createQueryClient } from '../../shared/api/query-client.ts'
import { useNotifications } from '../../shared/notifications/notifications.ts'
import { selectAgent, usePreferences } from '../../shared/preferences/preferences.ts'
import { unbindRealtimeFromSession } from '../../shared/realtime/bind-realtime-to-session.ts'
import { anAgent } from '../../testing/factories.ts'
import { createErrorResponse, createFakeProvider, type FakeProvider } from '../../testing/fake-provider.ts'
import { setSignedInUser } from '../../testing/session.ts'
import { ChatIndex } from './chat-index.tsx'
import { ChatPage } from './chat-page.tsx'
import { ConversationPage } from './conversation-page.tsx'

let provider: FakeProvider
let agentId: string
let leadId: string
let conversationId: string

beforeEach(() => {
  stubElementSizes()
  setSignedInUser()
  agentId = createUniqueId('agent')
  leadId = createUniqueId('lead')
  conversationId = createUniqueId('conversation')
  const held = buildConversation({ _id: conversationId, lead_id: leadId, agent_id: agentId })
  provider = createFakeProvider()
    .on(listAgents, () => ({ success: true, data: { agents: [anAgent({ _id: agentId, name: 'Clara', type: 'POST_SALE' })] } }))
    .on(listConversations, () => ({ success: true, data: { conversations: [held] } }))
    .on(getConversation, () => ({ success: true, data: { ...held, history: [buildMessage()] } }))
    .on(getLead, () => ({ success: true, data: buildLead({ _id: leadId }) }))
    .on(markRead, () => ({ success: true }))
    .on(websocketToken, () => ({ success: true, data: { token: 't' } }))
})
afterEach(unbindRealtimeFromSession)

const visit = async (at: string) => {
  const root = createRootRoute()
  const chat = createRoute({ getParentRoute: () => root, path: '/chat', component: ChatPage })
  const tree = root.addChildren([
    chat.addChildren([
      createRoute({ getParentRoute: () => chat, path: '/', component: ChatIndex }),
      createRoute({ getParentRoute: () => chat, path: '$leadId/$conversationId', component: ConversationPage }),
    ]),
    createRoute({ getParentRoute: () => root, path: '/agents', component: () => <p>Agentes</p> }),
  ])
  const router = createRouter({ routeTree: tree, history: createMemoryHistory({ initialEntries: [at] }) })
  await router.load()
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { retry: false } })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return router
}

describe('with an agent', () => {
  beforeEach(() => selectAgent(agentId))

  it("CHAT-01 CHAT-03 CHAT-06 CHAT-07 shows the banner, the agent's list and a placeholder", async () => {
    await visit('/chat')
    expect(await screen.findByText('Pós-venda')).toBeDefined()
    expect(screen.getByText('Clara')).toBeDefined()
    expect(await screen.findByText('Marina Lopes')).toBeDefined()
    expect(screen.getByText('Escolha uma conversa na lista')).toBeDefined()
    expect(provider.requests(listConversations)[0]?.params).toEqual({ agentId })
  })

  it('whoever turns a phone, or makes a window smaller, finds the conversation as it was', async () => {
    const wide = async (width: number) => {
      vi.stubGlobal('innerWidth', width)
      await act(async () => void window.dispatchEvent(new Event('resize')))
    }
    vi.stubGlobal('innerWidth', 1_440)
    await visit(`/chat/${leadId}/${conversationId}`)
    const thread = await screen.findByRole('region', { name: /^Conversa com/ }, { timeout: 3_000 })
    expect(screen.getByRole('separator', { name: 'Largura da lista' })).toBeDefined()
    for (const width of [800, 390, 844, 1_440]) {
      await wide(width)
      expect(screen.getByRole('region', { name: /^Conversa com/ })).toBe(thread)
      expect(screen.queryAllByRole('list', { name: 'Conversas' }).length).toBe(width < 640 ? 0 : 1)
    }
    vi.unstubAllGlobals()
  })

  it('CHAT-04 ROUTE-11 opens a conversation by its address, beside the list', async () => {
    await visit(`/chat/${leadId}/${conversationId}`)
    expect(await screen.findByRole('log', { name: 'Mensagens' })).toBeDefined()
    expect(await screen.findByRole('link', { name: /Marina Lopes/, current: 'page' })).toBeDefined()
  })

  it('CHAT-02 splits at 30 percent at first, and as the person chose under the id chat-page afterwards', async () => {
    await visit('/chat')
    const line = await screen.findByRole('separator', { name: 'Largura da lista' })
    expect(line.getAttribute('aria-valuenow')).toBe('30')
    line.focus()
    await userEvent.keyboard('{ArrowRight}')
    expect(line.getAttribute('aria-valuenow')).toBe('32')
    expect(localStorage.getItem('layout:chat-page')).toBe('32')
  })

  it('keys: j goes into the list, Enter opens, r writes, Esc goes back', async () => {
    const router = await visit('/chat')
    await screen.findByText('Marina Lopes')
    await userEvent.keyboard('j')
    await waitFor(() => expect((document.activeElement as HTMLElement).dataset.row).toBe(conversationId))
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('log', { name: 'Mensagens' })
    await userEvent.keyboard('r')
    expect(document.activeElement?.tagName).toBe('TEXTAREA')
    await userEvent.keyboard('jk')
    expect((document.activeElement as HTMLTextAreaElement).value).toBe('jk')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect((document.activeElement as HTMLElement).dataset.row).toBe(conversationId))
    expect(router.state.location.pathname).not.toBe('/chat')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(router.state.location.pathname).toBe('/chat'))
  })

  it('keys: Esc on a message goes back to the composer, and the conversation stays', async () => {
    setSignedInUser({ capabilities: ['media', 'reply'] })
    Element.prototype.scrollIntoView = () => {}
    const router = await visit(`/chat/${leadId}/${conversationId}`)
    await screen.findByRole('log', { name: 'Mensagens' })
    await waitFor(() => expect(document.querySelector('[data-message-tools]')).not.toBeNull(), { timeout: 15_000 })
    ;(document.activeElement as HTMLElement | null)?.blur()
    await userEvent.keyboard('l')
    expect((document.activeElement as HTMLElement).dataset.index).toBe('0')
    await userEvent.keyboard('{Escape}')
    expect(document.activeElement?.tagName).toBe('TEXTAREA')
    expect(router.state.location.pathname).not.toBe('/chat')
  })

  it('on a phone shows one pane at a time, with a way back', async () => {
    stubElementSizes({ width: 390 })
    const router = await visit(`/chat/${leadId}/${conversationId}`)
    await screen.findByRole('log', { name: 'Mensagens' })
    expect(screen.queryByRole('list', { name: 'Conversas' })).toBeNull()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Marina Lopes')
    await userEvent.click(screen.getByRole('link', { name: 'Voltar às conversas' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/chat'))
    expect(await screen.findByRole('list', { name: 'Conversas' })).toBeDefined()
  })
})

describe('without an agent', () => {
  it('CHAT-05 leads to the agents', async () => {
    const router = await visit('/chat')
    await waitFor(() => expect(router.state.location.pathname).toBe('/agents'))
  })

  it('ROUTE-11 a link to a conversation opens it, with its agent', async () => {
    await visit(`/chat/${leadId}/${conversationId}`)
    expect(await screen.findByRole('log', { name: 'Mensagens' })).toBeDefined()
    expect(usePreferences.getState().selectedAgentId).toBe(agentId)
  })

  it('TEXT-28 a link to nowhere says so, and leads to the agents', async () => {
    provider.on(getConversation, () => createErrorResponse(404, 'NOT_FOUND', { message: 'Conversa não encontrada.' }))
    const router = await visit(`/chat/${leadId}/${conversationId}`)
    await waitFor(() => expect(router.state.location.pathname).toBe('/agents'))
    expect(useNotifications.getState().notifications.map(({ message }) => message)).toEqual(['Conversa não encontrada.'])
  })

  it('CHAT-05 HTTP-07 a provider that does not tell the agent leads to the agents', async () => {
    provider.on(getConversation, () => ({
      success: true,
      data: { ...buildConversation({ _id: conversationId, lead_id: leadId }), history: [] },
    }))
    const router = await visit(`/chat/${leadId}/${conversationId}`)
    await waitFor(() => expect(router.state.location.pathname).toBe('/agents'))
  })
})
