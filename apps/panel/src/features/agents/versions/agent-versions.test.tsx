import { listAgents } from '@prosa/contract/calls/agents/agents'
import { discardDraft, getDraft, listVersions, publishDraft, restoreVersion } from '@prosa/contract/calls/agents/versions'
import { listVersionCosts } from '@prosa/contract/calls/reports/costs'
import type { AgentVersion, SettingsDraft, VersionSettings } from '@prosa/contract/entities/agents/agent-version'
import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useNotifications } from '../../../shared/notifications/notifications.ts'
import { startRealtime, stopRealtime } from '../../../shared/realtime/socket.ts'
import { acceptConnection, fakeNetwork, getFakeSocket, resetFakeNetwork } from '../../../shared/realtime/testing/fake-io.ts'
import { anAgent } from '../../../testing/factories.ts'
import { createErrorResponse, createFakeProvider, type FakeProvider } from '../../../testing/fake-provider.ts'
import { renderWithRouter } from '../../../testing/render-with-router.tsx'
import { setSignedInUser } from '../../../testing/session.ts'
import { AgentVersions } from './agent-versions.tsx'

vi.mock('socket.io-client', () => import('../../../shared/realtime/testing/fake-io.ts'))

const settings: VersionSettings = {
  persona: 'Calma e direta.',
  instructions: null,
  hours: [{ day: 1, from: '09:00', to: '18:00' }],
  model: null,
  use_model: true,
  questions: ['Qual bairro?'],
  replace_questions: false,
  asks_for: 'budget',
  bubbles: 'one',
}
const aVersion = (change: Partial<AgentVersion>): AgentVersion => ({
  number: 1,
  settings,
  changed: [],
  note: null,
  published_by: null,
  published_by_name: null,
  published_at: '2026-11-20T12:00:00.000Z',
  restored_from: null,
  ...change,
})

const NONE = { active: 0, green: 0, red: 0 }
let provider: FakeProvider
let versions: AgentVersion[]
let draft: SettingsDraft
beforeEach(() => {
  resetFakeNetwork()
  setSignedInUser({ capabilities: ['versions'] })
  versions = [
    aVersion({
      number: 2,
      changed: ['persona', 'questions'],
      note: 'Tom novo',
      published_by: 'user-1',
      published_by_name: 'Ana Souza',
    }),
    aVersion({}),
  ]
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
    .on(listAgents, () => ({ success: true, data: { agents: [anAgent()] } }))
    .on(listVersions, () => ({ success: true, data: { versions, nextCursor: null } }))
    .on(getDraft, () => ({ success: true, data: draft }))
})
afterEach(() => {
  stopRealtime()
  onlineManager.setOnline(true)
})

const show = () =>
  renderWithRouter(<AgentVersions />, {
    path: '/agents/$agentId/{-$tab}',
    initialPath: '/agents/agent-1/versoes',
    otherPaths: ['/agents'],
  })
const rows = async () => within(await screen.findByRole('list', { name: 'Versões' })).getAllByRole('listitem')
const titles = () => useNotifications.getState().notifications.map(({ title }) => title)
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

describe('the versions of an agent', () => {
  it('LEARN-06 say what each cost by meeting, where the provider counts it', async () => {
    const sum = { micro_brl: 0, count: 0, unpriced: 0, estimated: 0 }
    provider.on(listVersionCosts, () => ({
      success: true,
      data: {
        versions: [
          { ...sum, number: 2, micro_brl: 87_000_000, count: 40, unpriced: 3, meetings: 12 },
          { ...sum, number: 1, micro_brl: 5_500_000, count: 9, meetings: 0 },
        ],
      },
    }))
    const { unmount } = await show()
    await rows()
    expect(provider.requests(listVersionCosts)).toEqual([])
    unmount()
    setSignedInUser({ capabilities: ['versions', 'costs'] })
    await show()
    const told = async () => (await rows()).map((row) => row.textContent?.replaceAll('\u00a0', ' '))
    await waitFor(async () => expect((await told())[0]).toContain('R$ 7,25 por reunião · 12 reuniões · 3 sem preço'))
    expect((await told())[1]).toContain('R$ 5,50 · nenhuma reunião')
  })

  it('LEARN-06 say who published what and when, and one is brought back after a question', async () => {
    provider.on(restoreVersion, ({ params }) => {
      const back = aVersion({ number: 3, restored_from: Number(params.n), published_by_name: 'Ana Souza' })
      versions = [back, ...versions]
      return { success: true, data: back }
    })
    await show()
    const [newest, first] = await rows()
    expect(newest?.textContent).toContain('Versão 2Publicada')
    expect(newest?.textContent).toContain('Tom novo')
    expect(newest?.textContent).toContain('Muda: Persona, Perguntas')
    expect(newest?.textContent).toContain('Ana Souza · 20/11/2026')
    expect(first?.textContent).toContain('Como o agente começou')
    expect(within(newest as HTMLElement).queryByRole('button', { name: /^Voltar/ })).toBeNull()
    await press('Voltar a esta versão: 1')
    const question = await screen.findByRole('alertdialog', { name: 'Voltar à versão 1?' })
    await userEvent.click(within(question).getByRole('button', { name: 'Voltar a esta versão' }))
    await waitFor(async () => expect((await rows())[0]?.textContent).toContain('De volta à versão 1'))
    expect(provider.requests(restoreVersion).map(({ params }) => params)).toEqual([{ id: 'agent-1', n: '1' }])
    expect(titles()).toContain('A versão 1 voltou, como versão 3.')
  })

  it('show what the agent was told in one', async () => {
    await show()
    await press('Versão 2')
    const dialog = await screen.findByRole('dialog', { name: 'Versão 2' })
    const told = within(dialog)
      .getAllByRole('definition')
      .map(({ textContent }) => textContent)
    expect(told).toContain('Calma e direta.')
    expect(told).toContain('Segunda, 09:00 às 18:00')
    expect(told).toContain('Faixa de investimento')
  })

  it('LEARN-01 a draft is published with a note, as whoever publishes has seen it', async () => {
    draft = {
      ...draft,
      revision: 7,
      changed: ['instructions'],
      saved_by_name: 'Bruno Lima',
      saved_at: '2026-11-24T17:05:00.000Z',
    }
    provider.on(publishDraft, ({ body }) => {
      draft = { ...draft, revision: 8, changed: [] }
      return { success: true, data: aVersion({ number: 3, changed: ['instructions'], note: body.note ?? null }) }
    })
    await show()
    const card = await screen.findByRole('region', { name: 'Rascunho' })
    expect(card.textContent).toMatch(/Muda: Instruções.*Bruno Lima · 24\/11\/2026 \d\d:\d\d · sobre a versão 2/)
    await userEvent.type(within(card).getByLabelText('O que muda nesta versão'), 'Oferecer visita')
    await press('Publicar')
    expect(await screen.findByText(/^Não há rascunho/)).toBeTruthy()
    expect(provider.requests(publishDraft).map(({ body }) => body)).toEqual([{ revision: 7, note: 'Oferecer visita' }])
    expect(titles()).toContain('A versão 3 está publicada.')
  })

  it('LEARN-09 a draft that somebody else has moved is not published, and the page shows it as it is now', async () => {
    draft = { ...draft, revision: 7, changed: ['instructions'], saved_by_name: 'Bruno Lima' }
    const words = 'Ana salvou este rascunho às 14:05.'
    provider.on(publishDraft, () => {
      draft = { ...draft, revision: 8, changed: ['persona'], saved_by_name: 'Ana Souza' }
      return createErrorResponse(409, 'VALIDATION_ERROR', { message: words })
    })
    await show()
    await press('Publicar')
    await waitFor(() => expect(titles()).toContain(words))
    expect(await screen.findByText('Muda: Persona')).toBeTruthy()
  })

  it('LEARN-05 one that corrections speak against is published with a reason only', async () => {
    const corrections = { active: 3, green: 1, red: 2 }
    draft = { ...draft, revision: 7, changed: ['instructions'], corrections }
    provider.on(publishDraft, () => ({ success: true, data: aVersion({ number: 3 }) }))
    await show()
    expect(await screen.findByText('2 correções vermelhas · 1 verde')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Publicar' }).disabled).toBe(true)
    await press('Publicar mesmo assim')
    const dialog = await screen.findByRole('dialog', { name: 'Publicar mesmo assim?' })
    const publish = () => userEvent.click(within(dialog).getByRole('button', { name: 'Publicar mesmo assim' }))
    await userEvent.type(within(dialog).getByLabelText(/^Motivo/), 'Urgente')
    await publish()
    expect(within(dialog).getByText('Escreva o motivo, com pelo menos 10 caracteres.')).toBeTruthy()
    expect(provider.requests(publishDraft)).toHaveLength(0)
    await userEvent.type(within(dialog).getByLabelText(/^Motivo/), ', a equipe acompanha')
    await publish()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const override = { reason: 'Urgente, a equipe acompanha' }
    expect(provider.requests(publishDraft).map(({ body }) => body)).toEqual([{ revision: 7, note: null, override }])
  })

  it('a draft is discarded after a question', async () => {
    draft = { ...draft, revision: 7, changed: ['instructions'] }
    provider.on(discardDraft, () => {
      draft = { ...draft, revision: 8, changed: [] }
      return { success: true }
    })
    await show()
    await press('Descartar')
    const question = await screen.findByRole('alertdialog')
    await userEvent.click(within(question).getByRole('button', { name: 'Descartar' }))
    expect(await screen.findByText(/^Não há rascunho/)).toBeTruthy()
    expect(provider.requests(discardDraft).map(({ query }) => query)).toEqual([{ revision: '7' }])
  })

  it('what others publish shows without a reload; offline it can be read and not changed @wide', async () => {
    await show()
    await rows()
    startRealtime({ userId: 'user-1', tenantId: 'tenant-1' })
    await waitFor(() => expect(fakeNetwork.socket).not.toBeNull())
    act(acceptConnection)
    versions = [aVersion({ number: 3, changed: ['persona'], published_by_name: 'Bruno Lima' }), ...versions]
    act(() => getFakeSocket().simulateEvent('agent_updated', { agent_id: 'agent-1', version: 3 }))
    await waitFor(async () => expect(await rows()).toHaveLength(3))
    act(() => onlineManager.setOnline(false))
    expect(await screen.findByText('Sem internet: dá para ler, mas não para mudar.')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Voltar a esta versão: 2' }).disabled).toBe(true)
  })

  it('say why they cannot be loaded', async () => {
    provider.on(listVersions, () => createErrorResponse(503, 'SERVICE_UNAVAILABLE', { message: 'Indisponível por agora.' }))
    await show()
    expect((await screen.findByRole('alert')).textContent).toBe('Indisponível por agora.')
  })
})
