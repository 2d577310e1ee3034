import { getAgent, previewAgent, updateAgent } from '@prosa/contract/calls/agents/agent'
import { getDraft, saveDraft } from '@prosa/contract/calls/agents/versions'
import type { Agent, AgentSettings as Settings } from '@prosa/contract/entities/agents/agent'
import type { SettingsDraft } from '@prosa/contract/entities/agents/agent-version'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { anAgent } from '../../../testing/factories.ts'
import { createErrorResponse, createFakeProvider, type FakeProvider } from '../../../testing/fake-provider.ts'
import { renderWithRouter } from '../../../testing/render-with-router.tsx'
import { setSignedInUser } from '../../../testing/session.ts'
import { AgentSettings } from './agent-settings.tsx'

const settings: Settings = {
  persona: 'Calma.',
  instructions: 'Venda.',
  hours: null,
  model: null,
  use_model: true,
  questions: [],
  replace_questions: false,
  asks_for: 'auto',
}
const NONE = { active: 0, green: 0, red: 0 }
let agent: Agent
let draft: SettingsDraft
let provider: FakeProvider
beforeEach(() => {
  setSignedInUser({ capabilities: ['versions'] })
  agent = anAgent({ mode: 'playbook', settings })
  draft = {
    revision: 0,
    version: 2,
    settings,
    changed: [],
    saved_by: null,
    saved_by_name: null,
    saved_at: null,
    corrections: NONE,
  }
  provider = createFakeProvider()
    .on(getAgent, () => ({ success: true, data: agent }))
    .on(getDraft, () => ({ success: true, data: draft }))
    .on(saveDraft, ({ body }) => {
      draft = {
        ...draft,
        revision: body.revision + 1,
        settings: { ...draft.settings, ...body.settings } as SettingsDraft['settings'],
        changed: ['persona'],
        saved_by_name: 'Ana Souza',
        saved_at: '2026-11-24T17:05:00.000Z',
      }
      return { success: true, data: draft }
    })
    .on(updateAgent, ({ body }) => {
      agent = { ...agent, name: body.name ?? agent.name }
      return { success: true, data: agent }
    })
})
const show = () =>
  renderWithRouter(<AgentSettings />, {
    path: '/agents/$agentId/{-$tab}',
    initialPath: '/agents/agent-1',
    otherPaths: ['/agents'],
  })
const field = (name: RegExp) => screen.findByRole<HTMLTextAreaElement>('textbox', { name })
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const write = async (name: RegExp, text: string) => {
  const box = await field(name)
  await userEvent.clear(box)
  await userEvent.type(box, text)
}

describe('the draft of an agent’s settings', () => {
  it('LEARN-01 is kept beside what is published, where “Salvar” goes on publishing at once', async () => {
    await show()
    expect(screen.queryByRole('button', { name: 'Salvar rascunho' })).toBeNull()
    await write(/^Persona/, 'Animada.')
    expect(await screen.findByRole('button', { name: 'Salvar' })).toBeTruthy()
    await press('Salvar rascunho')
    expect(await screen.findByText(/^Rascunho de Ana Souza, 24\/11\/2026/)).toBeTruthy()
    expect(provider.requests(saveDraft).map(({ body }) => body)).toEqual([{ revision: 0, settings: { persona: 'Animada.' } }])
    expect(provider.requests(updateAgent)).toHaveLength(0)
    // Once a draft exists, saving means only one thing.
    expect(screen.queryByRole('button', { name: 'Salvar' })).toBeNull()
  })

  it('is what the form shows; the agent’s name is in no version, and changes at once', async () => {
    draft = {
      ...draft,
      revision: 4,
      settings: { ...settings, persona: 'Animada.' },
      changed: ['persona'],
      saved_by_name: 'Bruno',
    }
    await show()
    expect((await field(/^Persona/)).value).toBe('Animada.')
    await write(/^Nome/, 'Lia')
    await press('Salvar rascunho')
    await waitFor(() => expect(provider.requests(updateAgent).map(({ body }) => body)).toEqual([{ name: 'Lia' }]))
    expect(provider.requests(saveDraft).map(({ body }) => body)).toEqual([{ revision: 4, settings: {} }])
  })

  it('is what the try talks with', async () => {
    draft = { ...draft, revision: 4, settings: { ...settings, persona: 'Animada.' }, changed: ['persona'] }
    provider.on(previewAgent, () => createErrorResponse(503, 'SERVICE_UNAVAILABLE'))
    await show()
    await write(/^Mensagem de teste/, 'Oi')
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(provider.requests(previewAgent)[0]?.body.draft).toEqual({ persona: 'Animada.' }))
  })

  it('LEARN-09 of two who save it the second reads who was quicker, and may go on from there', async () => {
    draft = { ...draft, revision: 4, settings: { ...settings, persona: 'Animada.' }, changed: ['persona'] }
    await show()
    await write(/^Persona/, 'Minha.')
    const words = 'Bruno salvou este rascunho às 14:05.'
    provider.on(saveDraft, () => createErrorResponse(409, 'VALIDATION_ERROR', { message: words }))
    await press('Salvar rascunho')
    expect(await screen.findByText(words)).toBeTruthy()
    expect((await field(/^Persona/)).value).toBe('Minha.')
    draft = { ...draft, revision: 5, settings: { ...settings, persona: 'De Bruno.' } }
    await press('Ver o rascunho de agora')
    await waitFor(async () => expect((await field(/^Persona/)).value).toBe('De Bruno.'))
  })
})
