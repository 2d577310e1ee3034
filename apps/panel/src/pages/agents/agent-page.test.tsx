import { getAgent } from '@prosa/contract/calls/agents/agent'
import { listQuestions, listSources } from '@prosa/contract/calls/agents/knowledge'
import { getDraft, listVersions } from '@prosa/contract/calls/agents/versions'
import type { User } from '@prosa/contract/entities/accounts/user'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { anAgent } from '../../testing/factories.ts'
import { createPanelProvider, renderPanel } from '../../testing/render-panel.tsx'
import { setSignedInUser } from '../../testing/session.ts'

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

const NONE = { active: 0, green: 0, red: 0 }
const unsaved = { revision: 0, version: 1, changed: [], saved_by: null, saved_by_name: null, saved_at: null, corrections: NONE }

const open = (at: string, user: Partial<User> = { capabilities: ['knowledge'] }) => {
  setSignedInUser(user)
  createPanelProvider()
    .on(getAgent, () => ({ success: true, data: anAgent({ settings }) }))
    .on(listSources, () => ({ success: true, data: { sources: [], nextCursor: null } }))
    .on(listQuestions, () => ({ success: true, data: { questions: [], nextCursor: null } }))
    .on(listVersions, () => ({ success: true, data: { versions: [], nextCursor: null } }))
    .on(getDraft, () => ({ success: true, data: { ...unsaved, settings } }))
  return renderPanel(at)
}
const tabs = () => screen.queryByRole('navigation', { name: 'Páginas do agente' })

describe('the pages of an agent', () => {
  it('are links, each with an address of its own and the one that is open said as such', async () => {
    const { getCurrentPath } = open('/agents/agent-1')
    await screen.findByRole('heading', { level: 1, name: 'Configurar Clara' })
    const links = within(tabs() as HTMLElement).getAllByRole('link')
    expect(links.map(({ textContent }) => textContent)).toEqual(['Comportamento', 'Conhecimento'])
    const current = () =>
      within(tabs() as HTMLElement)
        .getAllByRole('link')
        .map((link) => link.getAttribute('aria-current'))
    expect(current()).toEqual(['page', null])
    await userEvent.click(screen.getByRole('link', { name: 'Conhecimento' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Conhecimento de Clara' })).toBeTruthy()
    expect(getCurrentPath()).toBe('/agents/agent-1/conhecimento')
    expect(current()).toEqual([null, 'page'])
    await userEvent.click(screen.getByRole('link', { name: 'Comportamento' }))
    await waitFor(() => expect(getCurrentPath()).toBe('/agents/agent-1'))
    expect(await screen.findByRole('heading', { level: 1, name: 'Configurar Clara' })).toBeTruthy()
  })

  it('are one, as before, where the provider keeps no knowledge; its address is then of nothing', async () => {
    const { unmount } = open('/agents/agent-1', {})
    await screen.findByRole('heading', { level: 1, name: 'Configurar Clara' })
    expect(tabs()).toBeNull()
    unmount()
    open('/agents/agent-1/conhecimento', {})
    expect(await screen.findByRole('heading', { name: 'Página não encontrada' })).toBeTruthy()
  })

  it('of its versions is one where the provider keeps them, for who may change them', async () => {
    const { unmount } = open('/agents/agent-1/versoes', { capabilities: ['versions'] })
    expect(await screen.findByRole('heading', { level: 1, name: 'Versões de Clara' })).toBeTruthy()
    const links = within(tabs() as HTMLElement).getAllByRole('link')
    expect(links.map(({ textContent }) => textContent)).toEqual(['Comportamento', 'Testes', 'Versões'])
    unmount()
    open('/agents/agent-1/versoes', { role: 'operator', capabilities: ['versions'] })
    expect(await screen.findByRole('heading', { name: 'Página não encontrada' })).toBeTruthy()
  })

  it('what an agent knows is read by whoever is signed in, who is shown no way to its settings', async () => {
    open('/agents/agent-1/conhecimento', { role: 'operator', capabilities: ['knowledge'] })
    expect(await screen.findByText('Ainda não há conhecimento.')).toBeTruthy()
    expect(tabs()).toBeNull()
    expect(screen.queryByRole('button', { name: 'Adicionar' })).toBeNull()
  })

  it('one that is not there says so', async () => {
    open('/agents/agent-9/conhecimento')
    expect(await screen.findByText('Este agente não está mais aqui.')).toBeTruthy()
  })
})
