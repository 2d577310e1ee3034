import { listAgents } from '@prosa/contract/calls/agents/agents'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { selectAgent, usePreferences } from '../../shared/preferences/preferences.ts'
import { anAgent } from '../../testing/factories.ts'
import { createErrorResponse, createFakeProvider } from '../../testing/fake-provider.ts'
import { renderWithRouter } from '../../testing/render-with-router.tsx'
import { AgentsPage } from './agents-page.tsx'

const show = () => renderWithRouter(<AgentsPage />, { path: '/agents', otherPaths: ['/chat'] })
const summary = { totalLeadsLifetime: 1_240, totalLeadsToday: 8, totalActiveConversations: 37 }

describe('the agents page', () => {
  it('AGENTS-01 AGENTS-07 AGENTS-08 loads the agents with their figures, under their labels', async () => {
    const provider = createFakeProvider().on(listAgents, () => ({
      success: true,
      data: {
        agents: [
          anAgent({ summary }),
          anAgent({ _id: '2', name: 'Iara', type: 'POS_VENDA' }),
          anAgent({ _id: '3', name: 'Rui', type: 'POST_SALE' }),
        ],
      },
    }))
    await show()
    expect(screen.getByRole('heading', { level: 1, name: 'Agentes' })).toBeTruthy()
    await screen.findByRole('link', { name: 'Clara' })
    expect(provider.requests(listAgents).map(({ query }) => query)).toEqual([{ includeSummary: 'true' }])
    for (const figure of ['1.240', '8', '37']) expect(screen.getByText(figure)).toBeTruthy()
    expect(screen.getAllByText('Pós-venda')).toHaveLength(2)
  })

  it('a card says what waits for a person there, where the provider counts it', async () => {
    const agents = [
      anAgent({ summary: { ...summary, totalNeedsAttention: 3, totalUnread: 1 } }),
      anAgent({ _id: '2', name: 'Iara', summary }),
    ]
    createFakeProvider().on(listAgents, () => ({ success: true, data: { agents } }))
    await show()
    const [clara, iara] = within(await screen.findByRole('list', { name: 'Agentes' })).getAllByRole('listitem')
    expect(clara?.textContent).toContain('3 com atenção1 não lida')
    expect(iara?.textContent).not.toMatch(/atenção|lida/)
  })

  it('shortens what would not fit its third of a card, and says it whole', async () => {
    const agents = [anAgent({ summary: { ...summary, totalLeadsLifetime: 1_234_567 } })]
    createFakeProvider().on(listAgents, () => ({ success: true, data: { agents } }))
    await show()
    expect((await screen.findByText(/^1,2\smi$/)).getAttribute('aria-hidden')).toBe('true')
    expect(screen.getByText('1.234.567').className).toContain('sr-only')
  })

  it('AGENTS-04 AGENTS-03 shows three skeletons while loading, in a grid of 1 to 4 columns', async () => {
    createFakeProvider().on(listAgents, () => new Promise(() => {}))
    await show()
    const list = screen.getByRole('list', { name: 'Carregando agentes' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(3)
    for (const columns of ['grid', 'sm:grid-cols-2', 'lg:grid-cols-3', 'xl:grid-cols-4'])
      expect(list.classList).toContain(columns)
  })

  it('AGENTS-05 a card selects its agent and goes to the chat', async () => {
    createFakeProvider().on(listAgents, () => ({ success: true, data: { agents: [anAgent()] } }))
    const { router } = await show()
    await userEvent.click(await screen.findByRole('link', { name: 'Clara' }))
    expect(await screen.findByText('Página /chat')).toBeTruthy()
    expect(router.state.location.pathname).toBe('/chat')
    expect(JSON.parse(localStorage.getItem('preferences') ?? '').state.selectedAgentId).toBe('agent-1')
  })

  it('leads who is shown settings to them and to a new agent, and nobody else', async () => {
    const settings = {
      persona: null,
      instructions: null,
      hours: null,
      model: null,
      use_model: true,
      questions: [],
      replace_questions: false,
      asks_for: 'auto' as const,
    }
    createFakeProvider().on(listAgents, () => ({
      success: true,
      data: { agents: [anAgent({ settings }), anAgent({ _id: '2', name: 'Iara' })] },
    }))
    await show()
    expect((await screen.findByRole('link', { name: 'Configurar Clara' })).getAttribute('href')).toBe('/agents/agent-1')
    expect(screen.queryByRole('link', { name: 'Configurar Iara' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Novo agente' }).getAttribute('href')).toBe('/agents/novo')
  })

  it('AGENTS-06 entering forgets the agent chosen before', async () => {
    selectAgent('agent-9')
    createFakeProvider().on(listAgents, () => ({ success: true, data: { agents: [] } }))
    await show()
    expect(await screen.findByText('Nenhum agente por aqui')).toBeTruthy()
    expect(usePreferences.getState().selectedAgentId).toBeNull()
  })

  it("TEXT-27 a failure shows the server's message, and can be tried again", async () => {
    let works = false
    createFakeProvider().on(listAgents, () =>
      works
        ? { success: true, data: { agents: [anAgent()] } }
        : createErrorResponse(500, 'SERVER_ERROR', { message: 'Banco fora do ar' }),
    )
    await show()
    expect(await screen.findByText('Banco fora do ar')).toBeTruthy()
    works = true
    await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
    expect(await screen.findByRole('link', { name: 'Clara' })).toBeTruthy()
  })

  it('TEXT-27 or its own text', async () => {
    createFakeProvider().on(listAgents, () => new Response('', { status: 404 }))
    await show()
    expect(await screen.findByText('Failed to load agents')).toBeTruthy()
  })
})
