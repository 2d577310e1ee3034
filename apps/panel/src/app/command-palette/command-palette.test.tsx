import { getConversation, listConversations } from '@prosa/contract/calls/conversations/conversations'
import { getLead, pauseLead } from '@prosa/contract/calls/conversations/leads'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildConversation, buildLead } from '../../features/conversation/testing/factories.ts'
import { stubElementSizes } from '../../features/conversation/testing/stub-element-sizes.ts'
import { selectAgent, usePreferences } from '../../shared/preferences/preferences.ts'
import { unbindRealtimeFromSession } from '../../shared/realtime/bind-realtime-to-session.ts'
import { MESSAGE_SHORTCUT_LABELS } from '../../shared/shortcuts/message-shortcuts.ts'
import { SHORTCUT_GROUPS, SHORTCUT_LABELS } from '../../shared/shortcuts/shortcut-labels.ts'
import { SHORTCUTS } from '../../shared/shortcuts/shortcuts.ts'
import { createPanelProvider, renderPanel } from '../../testing/render-panel.tsx'
import { setSignedInUser } from '../../testing/session.ts'

/** Loading lazy code for the first time can be slow on a busy machine. */
const FIRST = { timeout: 10_000 }

beforeEach(() => stubElementSizes())
afterEach(unbindRealtimeFromSession)

const open = async (address = '/user/settings') => {
  const panel = renderPanel(address)
  await screen.findByRole('button', { name: /menu de/ }, FIRST)
  return panel
}
const openPalette = async () => {
  await userEvent.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('combobox', { name: 'Conversa, agente, página ou ação' }, FIRST)
  await waitFor(() => expect(document.activeElement).toBe(field))
  return field
}
const lines = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

describe('the palette', { timeout: 30_000 }, () => {
  it('offers agents, the pages of the role and the themes, and runs the first one that is meant', async () => {
    createPanelProvider()
    setSignedInUser({ role: 'operator' })
    const { getCurrentPath } = await open()
    await openPalette()
    await screen.findByRole('option', { name: /Bento/ })
    expect(lines()).toEqual([
      'ClaraSDR',
      'BentoCloser',
      'Agentes',
      'Configurações',
      'Tema: Light',
      'Tema: Dark',
      'Tema: System',
      'Atalhos de teclado?',
      'SairAna Souza',
    ])
    expect(within(screen.getByRole('option', { name: /Tema: Dark/ })).getByRole('img', { name: 'em uso' })).toBeTruthy()
    await userEvent.keyboard('light{Enter}')
    expect(usePreferences.getState().theme).toBe('light')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    await openPalette()
    await userEvent.keyboard('bento{Enter}')
    await waitFor(() => expect(getCurrentPath()).toBe('/chat'))
    expect(usePreferences.getState().selectedAgentId).toBe('agent-2')
  })

  it('finds a conversation of any agent by name or phone, and leads to it', async () => {
    const found = buildConversation({
      _id: 'c9',
      lead_id: 'l9',
      lead_name: 'Íris Prado',
      phone: '+5511912345678',
      agent_id: 'agent-2',
    })
    const provider = createPanelProvider()
      .on(listConversations, ({ params, query }) => ({
        success: true,
        // Simulates a provider that ignores `search` and returns all conversations.
        data: { conversations: query['search'] && params.agentId === 'agent-2' ? [found, buildConversation({ _id: 'c1' })] : [] },
      }))
      .on(getConversation, () => ({ success: true, data: { ...found, history: [] } }))
      .on(getLead, () => ({ success: true, data: buildLead({ _id: 'l9' }) }))
    setSignedInUser()
    const { getCurrentPath } = await open()
    const field = await openPalette()
    await userEvent.type(field, 'iris')
    expect((await screen.findByRole('option', { name: /Íris Prado/ })).textContent).toBe('Íris Prado(11) 91234-5678 · Bento')
    expect(lines()).toHaveLength(1)
    await userEvent.clear(field)
    await userEvent.type(field, '(11) 9123')
    const searches = () => provider.requests(listConversations).filter(({ query }) => query['search'] === '(11) 9123')
    await waitFor(() => expect(searches().map(({ params }) => params.agentId)).toEqual(['agent-1', 'agent-2']))
    await screen.findByRole('option', { name: /Íris Prado/ })
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(getCurrentPath()).toBe('/chat/l9/c9'))
  })

  it('looks among what is loaded by two letters, and says from how many on it looks further', async () => {
    const provider = createPanelProvider()
    setSignedInUser()
    await open()
    const field = await openPalette()
    const hint = 'A partir de 3 letras ou números, procura em todas as conversas.'
    await userEvent.type(field, 'xy')
    expect(await screen.findByText(hint)).toBeTruthy()
    expect(screen.queryByText(/^Nada com/)).toBeNull()
    await userEvent.type(field, 'z')
    await waitFor(() => expect(provider.requests(listConversations).map(({ query }) => query['search'])).toContain('xyz'))
    expect(screen.queryByText(hint)).toBeNull()
    expect(provider.requests(listConversations).map(({ query }) => query['search'])).not.toContain('xy')
  })

  it('says when nothing is meant, and asks nobody about one letter', async () => {
    const provider = createPanelProvider()
    setSignedInUser()
    await open()
    await userEvent.type(await openPalette(), 'xyzw')
    expect(await screen.findByText('Nada com “xyzw”.')).toBeTruthy()
    expect(provider.requests(listConversations).map(({ query }) => query['search'])).not.toContain('x')
  })

  it('acts on the open conversation', async () => {
    const conversation = buildConversation({ _id: 'c1', lead_id: 'l1', lead_name: 'Marina Lopes', unreadCount: 0 })
    const provider = createPanelProvider()
      .on(listConversations, () => ({ success: true, data: { conversations: [conversation] } }))
      .on(getConversation, () => ({ success: true, data: { ...conversation, history: [] } }))
      .on(getLead, () => ({ success: true, data: buildLead({ _id: 'l1', pause: true }) }))
      .on(pauseLead, ({ body }) => ({ success: true, data: { pause: body.pause } }))
    setSignedInUser()
    selectAgent('agent-1')
    await open('/chat/l1/c1')
    await screen.findByRole('log', { name: 'Mensagens' }, FIRST)
    await openPalette()
    const group = await screen.findByRole('group', { name: 'Marina Lopes' })
    expect(
      within(group)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Iniciar agentep', 'Necessita atençãoShiftA', 'Arquivare'])
    await userEvent.keyboard('iniciar')
    const only = await screen.findByRole('option', { name: 'Iniciar agente' })
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-activedescendant')).toBe(only.id))
    expect(lines()).toHaveLength(1)
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(provider.requests(pauseLead)[0]?.body).toEqual({ pause: false }))
  })

  it('does not stay over another page after going back', async () => {
    createPanelProvider()
    setSignedInUser()
    const { history, getCurrentPath } = await open('/user/settings')
    history.push('/agents')
    await waitFor(() => expect(getCurrentPath()).toBe('/agents'))
    await openPalette()
    history.back()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(getCurrentPath()).toBe('/user/settings')
  })

  it('opens from a field too and gives the focus back; the other keys are what is typed there', async () => {
    createPanelProvider()
    setSignedInUser()
    await open()
    const field = await screen.findByLabelText(/Senha atual/)
    await userEvent.type(field, '?k')
    expect((field as HTMLInputElement).value).toBe('?k')
    expect(screen.queryByRole('dialog')).toBeNull()
    await openPalette()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(field))
  })
})

describe('the list of shortcuts', { timeout: 30_000 }, () => {
  it("opens by '?' and from the user's menu, and lists every key of the table", async () => {
    createPanelProvider()
    setSignedInUser()
    await open()
    await userEvent.keyboard('?')
    const dialog = await screen.findByRole('dialog', { name: 'Atalhos de teclado' })
    for (const what of Object.values(SHORTCUT_LABELS)) expect(within(dialog).getByText(what)).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    await userEvent.click(screen.getByRole('button', { name: /menu de/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: /Atalhos de teclado/ }))
    expect(await screen.findByRole('dialog', { name: 'Atalhos de teclado' })).toBeTruthy()
  })

  it('has the keys of messages that the provider offers, and no others', async () => {
    createPanelProvider()
    setSignedInUser({ capabilities: ['reply', 'message_info'] })
    await open()
    await userEvent.keyboard('?')
    const dialog = await screen.findByRole('dialog', { name: 'Atalhos de teclado' })
    const shown = MESSAGE_SHORTCUT_LABELS.filter(({ label: words }) => within(dialog).queryByText(words)).map(({ id }) => id)
    expect(shown).toEqual(['enter', 'answer', 'info'])
  })

  it('gives way to the palette', async () => {
    createPanelProvider()
    setSignedInUser()
    await open()
    await userEvent.keyboard('?')
    await screen.findByRole('dialog', { name: 'Atalhos de teclado' })
    await openPalette()
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Atalhos de teclado' })).toBeNull())
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('shows each shortcut once', () => {
    const shown = SHORTCUT_GROUPS.flatMap(({ ids }) => ids)
    expect(shown.toSorted()).toEqual(Object.keys(SHORTCUTS).toSorted())
  })
})
