import { logout } from '@prosa/contract/calls/accounts/auth'
import { listAgents } from '@prosa/contract/calls/agents/agents'
import { listConversations } from '@prosa/contract/calls/conversations/conversations'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { selectAgent, usePreferences } from '../../shared/preferences/preferences.ts'
import { useSession } from '../../shared/session/session.ts'
import { anAgent } from '../../testing/factories.ts'
import { createRawResponse } from '../../testing/fake-provider.ts'
import { createPanelProvider, renderPanel } from '../../testing/render-panel.tsx'
import { setSignedInUser } from '../../testing/session.ts'

const SETTINGS = '/user/settings'
const FAILED = 'Ocorreu um erro ao carregas as conversas'
const open = async (address = SETTINGS) => {
  const panel = renderPanel(address)
  await screen.findAllByRole('banner')
  return panel
}
/** The first banner: in jsdom a page's own header counts as a banner too. */
const bar = () => within(screen.getAllByRole('banner')[0] as HTMLElement)

describe('the top bar', () => {
  it('LAYOUT-01 LAYOUT-02 LAYOUT-04 LAYOUT-06 stands over protected pages: logo to the agents, links of the role', async () => {
    createPanelProvider()
    setSignedInUser({ role: 'operator' })
    await open()
    expect(bar().getByRole('link', { name: /Prosa/ }).getAttribute('href')).toBe('/agents')
    const nav = bar().getByRole('navigation')
    expect(
      within(nav)
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([['Conversas', '/chat']])
  })

  it('LAYOUT-05 marks the page one is on', async () => {
    createPanelProvider()
    setSignedInUser()
    selectAgent('agent-1')
    await open()
    const link = () => bar().getByRole('link', { name: 'Conversas' })
    expect(link().getAttribute('aria-current')).toBeNull()
    await userEvent.click(link())
    await waitFor(() => expect(link().getAttribute('aria-current')).toBe('page'))
  })

  it('LAYOUT-03 G39 lists the agents, shows the chosen one, and outside the chat just switches', async () => {
    const provider = createPanelProvider()
    setSignedInUser()
    selectAgent('agent-1')
    const { getCurrentPath } = await open()
    await userEvent.click(await bar().findByRole('button', { name: /Clara · SDR/ }))
    const items = await screen.findAllByRole('menuitemradio')
    expect(items.map((item) => [item.textContent, item.getAttribute('aria-checked')])).toEqual([
      ['ClaraSDR', 'true'],
      ['BentoCloser', 'false'],
    ])
    await userEvent.click(screen.getByRole('menuitemradio', { name: /Bento/ }))
    expect(usePreferences.getState().selectedAgentId).toBe('agent-2')
    expect(await bar().findByRole('button', { name: /Bento · Closer/ })).toBeTruthy()
    expect(getCurrentPath()).toBe(SETTINGS)
    expect(provider.requests(listAgents).map(({ query }) => query)).toEqual([
      { includeSummary: 'false' },
      { includeSummary: 'true' },
    ])
  })

  it('the agent picker says what waits for a person with each agent', async () => {
    const summary = { totalLeadsLifetime: 9, totalLeadsToday: 1, totalActiveConversations: 4 }
    createPanelProvider().on(listAgents, ({ query }) => {
      const told = query.includeSummary === 'true' ? { summary: { ...summary, totalNeedsAttention: 2, totalUnread: 1 } } : {}
      return { success: true, data: { agents: [anAgent(told), anAgent({ _id: 'agent-2', name: 'Bento', summary })] } }
    })
    setSignedInUser()
    await open()
    await userEvent.click(await bar().findByRole('button', { name: /Escolher agente/ }))
    expect((await screen.findByRole('menuitemradio', { name: /2\s*com atenção\s*1 não lida/ })).textContent).toContain('Clara')
    expect(screen.getByRole('menuitemradio', { name: /Bento/ }).textContent).toBe('BentoSDR')
  })

  it("CHAT-05 'Conversas' without an agent says beside the cards that one is chosen first", async () => {
    createPanelProvider()
    setSignedInUser()
    const { getCurrentPath } = await open('/chat')
    expect((await screen.findByText(/^Escolha um agente primeiro/)).getAttribute('role')).toBe('status')
    expect(getCurrentPath()).toBe('/agents')
  })

  it('LAYOUT-07 LAYOUT-12 THEME-01 offers Light, Dark and System', async () => {
    createPanelProvider()
    setSignedInUser()
    await open()
    await userEvent.click(bar().getByRole('button', { name: 'Tema' }))
    const items = await screen.findAllByRole('menuitemradio')
    expect(items.map((item) => item.textContent)).toEqual(['Light', 'Dark', 'System'])
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'System' }))
    expect(usePreferences.getState().theme).toBe('system')
  })

  it('LAYOUT-08 LAYOUT-09 LAYOUT-10 the user menu shows who is in, and leads to the settings', async () => {
    createPanelProvider()
    setSignedInUser({ name: 'Ana Beatriz Souza' })
    const { getCurrentPath } = await open('/agents')
    const button = bar().getByRole('button', { name: 'AS: menu de Ana Beatriz Souza' })
    expect(button.textContent).toBe('AS')
    await userEvent.click(button)
    const menu = await screen.findByRole('menu')
    expect(menu.textContent).toContain('Ana Beatriz Souza')
    expect(menu.textContent).toContain('(11) 98765-4321')
    await userEvent.click(within(menu).getByRole('menuitem', { name: 'Configurações' }))
    await waitFor(() => expect(getCurrentPath()).toBe(SETTINGS))
  })

  it('LAYOUT-11 SESSION-03 Sair leaves for a plain login page', async () => {
    const provider = createPanelProvider()
    setSignedInUser()
    const { getCurrentPath } = await open()
    await userEvent.click(bar().getByRole('button', { name: /menu de/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Sair' }))
    expect(await screen.findByRole('heading', { name: 'Acessar o painel' })).toBeTruthy()
    expect(getCurrentPath()).toBe('/login')
    expect(useSession.getState().user).toBeNull()
    expect(provider.requests(logout)).toHaveLength(1)
  })

  it("LAYOUT-13 TEXT-20 G17 loads the chosen agent's conversations, and says when that fails", async () => {
    const provider = createPanelProvider().on(listConversations, () => createRawResponse(500, ''))
    setSignedInUser()
    await open()
    expect(provider.requests(listConversations)).toHaveLength(0)
    act(() => selectAgent('agent-7'))
    expect(await screen.findByText(FAILED)).toBeTruthy()
    expect(provider.requests(listConversations)[0]?.params).toEqual({ agentId: 'agent-7' })
    expect(screen.getAllByText(FAILED)).toHaveLength(1)
  })
})
