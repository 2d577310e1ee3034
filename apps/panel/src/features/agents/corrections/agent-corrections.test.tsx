import { listAgents } from '@prosa/contract/calls/agents/agents'
import {
  deleteCorrection,
  listCorrections,
  startCorrectionRun,
  stopCorrectionRun,
  updateCorrection,
} from '@prosa/contract/calls/agents/corrections'
import { getDraft } from '@prosa/contract/calls/agents/versions'
import type { Correction, CorrectionRun } from '@prosa/contract/entities/agents/correction'
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
import { AgentCorrections } from './agent-corrections.tsx'

vi.mock('socket.io-client', () => import('../../../shared/realtime/testing/fake-io.ts'))

const AT = '2026-11-24T12:00:00.000Z'
const aCorrection = (change: Partial<Correction> = {}): Correction => ({
  _id: 'c1',
  agent_id: 'agent-1',
  kind: 'should',
  text: 'Custa R$ 350 mil',
  must: ['R$ 350 mil'],
  must_not: [],
  state: 'active',
  asked: 'Quanto custa?',
  said: 'Não sei.',
  lead_id: 'l1',
  conversation_id: 'v1',
  message_id: 'm1',
  created_by: 'user-2',
  created_by_name: 'Bruno Lima',
  created_at: AT,
  checked: null,
  ...change,
})
const aRun: CorrectionRun = {
  _id: 'r1',
  agent_id: 'agent-1',
  revision: 3,
  version: 2,
  state: 'running',
  total: 2,
  done: 0,
  red: 0,
  started_at: AT,
}

let provider: FakeProvider
let held: { corrections: Correction[]; run: CorrectionRun | null; case_micro_brl?: number }
let standing: { active: number; green: number; red: number }
beforeEach(() => {
  resetFakeNetwork()
  setSignedInUser({ capabilities: ['versions'] })
  held = { corrections: [aCorrection(), aCorrection({ _id: 'c2', kind: 'never', text: 'não sei', must: [] })], run: null }
  standing = { active: 2, green: 0, red: 0 }
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
  const draft = { revision: 3, version: 2, settings, changed: [], saved_by: null, saved_by_name: null, saved_at: null }
  provider = createFakeProvider()
    .on(listAgents, () => ({ success: true, data: { agents: [anAgent()] } }))
    .on(getDraft, () => ({ success: true, data: { ...draft, corrections: standing } }))
    .on(listCorrections, () => ({ success: true, data: { ...held, active: standing.active, nextCursor: null } }))
    .on(startCorrectionRun, () => {
      held.run = aRun
      return { success: true, data: aRun }
    })
})
afterEach(stopRealtime)

const show = () =>
  renderWithRouter(<AgentCorrections />, {
    path: '/agents/$agentId/{-$tab}',
    initialPath: '/agents/agent-1/testes',
    otherPaths: ['/agents', '/chat/$leadId/$conversationId'],
  })
const rows = async () => within(await screen.findByRole('list', { name: 'Correções' })).getAllByRole('listitem')
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const choose = async (row: HTMLElement | undefined, item: string) => {
  await userEvent.click(within(row as HTMLElement).getByRole('button', { name: /^Ações de/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}

describe('the corrections of an agent', () => {
  it('LEARN-03 are checked all at once; how far that is shows as it goes, and its end is told @wide', async () => {
    await show()
    expect((await rows())[0]?.textContent).toContain('Por conferir')
    expect(await screen.findByText('2 por conferir')).toBeTruthy()
    startRealtime({ userId: 'user-1', tenantId: 'tenant-1' })
    await waitFor(() => expect(fakeNetwork.socket).not.toBeNull())
    act(acceptConnection)
    await press('Conferir tudo (2 correções)')
    expect(await screen.findByText('Conferindo 0 de 2')).toBeTruthy()
    const moved = { agent_id: 'agent-1', run_id: 'r1', total: 2 }
    act(() => getFakeSocket().simulateEvent('run_updated', { ...moved, done: 1, red: 1 }))
    expect(await screen.findByText('Conferindo 1 de 2')).toBeTruthy()
    expect(screen.getByRole('progressbar', { name: 'Correções conferidas' }).getAttribute('aria-valuenow')).toBe('1')
    standing = { active: 2, green: 1, red: 1 }
    const red = { state: 'red' as const, why: 'Falta “R$ 350 mil”.', said: 'Vou ver.' }
    held = {
      run: null,
      corrections: [aCorrection({ checked: red }), aCorrection({ _id: 'c2', checked: { ...red, state: 'green' } })],
    }
    act(() => getFakeSocket().simulateEvent('run_updated', { ...moved, done: 2, red: 1 }))
    expect((await screen.findByText('1 correção vermelha · 1 verde')).getAttribute('role')).toBe('status')
    const [first, second] = await rows()
    expect(first?.textContent).toMatch(/Vermelha.*Falta “R\$ 350 mil”.*Quanto custa\?.*Não sei.*Vou ver/)
    expect(second?.textContent).toContain('Verde')
    expect(provider.requests(startCorrectionRun).map(({ body }) => body)).toEqual([{ revision: 3 }])
  })

  it('LEARN-03 a run says about what it will cost, where answers cost something', async () => {
    held.case_micro_brl = 33_400
    await show()
    expect((await screen.findByRole('button', { name: /^Conferir tudo/ })).textContent).toMatch(
      /^Conferir tudo \(2 correções, cerca de R\$\s0,07\)$/,
    )
  })

  it('a run is stopped; that it could not be is told of until it is', async () => {
    held.run = aRun
    provider.on(stopCorrectionRun, () => createErrorResponse(503, 'SERVER_ERROR'))
    await show()
    await press('Parar')
    const told = () => useNotifications.getState().notifications.map(({ title }) => title)
    await waitFor(() => expect(told()).toHaveLength(1))
    provider.on(stopCorrectionRun, () => {
      held.run = null
      return { success: true }
    })
    await press('Parar')
    expect(await screen.findByRole('button', { name: /^Conferir tudo/ })).toBeTruthy()
    expect(told()).toEqual([])
  })

  it('are turned off, and taken away after a question', async () => {
    provider
      .on(updateCorrection, ({ body }) => {
        held.corrections = [aCorrection({ state: body.state ?? 'active' }), ...held.corrections.slice(1)]
        return { success: true, data: aCorrection() }
      })
      .on(deleteCorrection, () => {
        held.corrections = held.corrections.slice(1)
        return { success: true }
      })
    await show()
    await choose((await rows())[0], 'Desligar')
    await waitFor(async () => expect((await rows())[0]?.textContent).toContain('Desligada'))
    await choose((await rows())[0], 'Apagar')
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Apagar' }))
    await waitFor(async () => expect(await rows()).toHaveLength(1))
  })

  it('LEARN-08 say that their talk was erased, and are not turned on again then', async () => {
    const erased = { asked: null, said: null, lead_id: null, conversation_id: null, message_id: null, state: 'off' as const }
    held.corrections = [aCorrection(erased)]
    await show()
    const [row] = await rows()
    expect(row?.textContent).toContain('A conversa foi eliminada a pedido do lead.')
    await userEvent.click(within(row as HTMLElement).getByRole('button', { name: /^Ações de/ }))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map(({ textContent }) => textContent)).toEqual(['Apagar'])
  })

  it('of an agent without any: it is said how one comes to be', async () => {
    held.corrections = []
    await show()
    expect(await screen.findByText('Ainda não há correções.')).toBeTruthy()
  })
})
