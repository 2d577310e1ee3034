import { createAgent, getAgent, updateAgent } from '@prosa/contract/calls/agents/agent'
import { listAgents } from '@prosa/contract/calls/agents/agents'
import type { Agent, AgentSettings as Settings } from '@prosa/contract/entities/agents/agent'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { anAgent } from '../../../testing/factories.ts'
import { createErrorResponse, createFakeProvider, type FakeProvider } from '../../../testing/fake-provider.ts'
import { renderWithRouter } from '../../../testing/render-with-router.tsx'
import { setSignedInUser } from '../../../testing/session.ts'
import { AgentSettings, NewAgentForm } from './agent-settings.tsx'

const settings: Settings = {
  persona: null,
  instructions: null,
  hours: null,
  model: null,
  use_model: true,
  questions: [],
  replace_questions: false,
  asks_for: 'auto',
}
let agent: Agent
let provider: FakeProvider
beforeEach(() => {
  setSignedInUser()
  agent = anAgent({ mode: 'playbook', settings })
  provider = createFakeProvider().on(getAgent, () => ({ success: true, data: agent }))
})
const show = () =>
  renderWithRouter(<AgentSettings />, { path: '/agents/$agentId', initialPath: '/agents/agent-1', otherPaths: ['/agents'] })
const field = (name: RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name })
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

describe('the bounds of an agent', () => {
  it('COST-06 say how many messages an answer may cost, where the provider knows', async () => {
    provider.on(updateAgent, () => ({ success: true, data: agent }))
    const { unmount } = await show()
    await field(/^Nome/)
    expect(screen.queryByLabelText('Cada resposta no WhatsApp')).toBeNull()
    unmount()
    agent = anAgent({ mode: 'playbook', settings: { ...settings, bubbles: 'one' } })
    await show()
    const choice = await screen.findByRole('combobox', { name: 'Cada resposta no WhatsApp' })
    expect(screen.getByText('O WhatsApp cobra por mensagem: 2 balões = 2× o preço.')).toBeTruthy()
    await userEvent.selectOptions(choice, 'Vários balões')
    await press('Salvar')
    await waitFor(() => expect(provider.requests(updateAgent)[0]?.body).toEqual({ bubbles: 'several' }))
  })

  it('LEARN-01 say what is never to be said, a phrase a line, where the provider knows', async () => {
    provider.on(updateAgent, () => ({ success: true, data: agent }))
    const { unmount } = await show()
    await field(/^Nome/)
    expect(screen.queryByLabelText('Nunca dizer')).toBeNull()
    unmount()
    agent = anAgent({ mode: 'playbook', settings: { ...settings, never: ['o mais barato da cidade'] } })
    await show()
    const never = await field(/^Nunca dizer/)
    expect(never.value).toBe('o mais barato da cidade')
    await userEvent.type(never, '{Enter}...')
    await press('Salvar')
    expect(await screen.findByText('Escreva palavras, até 120 caracteres em cada linha.')).toBeTruthy()
    await userEvent.type(never, ' sem fila  {Enter}{Enter}')
    await press('Salvar')
    await waitFor(() =>
      expect(provider.requests(updateAgent)[0]?.body).toEqual({ never: ['o mais barato da cidade', '... sem fila'] }),
    )
  })

  it('offer the models that the server lets an agent choose, and no field where there is one', async () => {
    provider.on(updateAgent, () => ({ success: true, data: agent }))
    agent = anAgent({ mode: 'model', settings: { ...settings, models: ['own-model', 'other-model'] } })
    const { unmount } = await show()
    const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Modelo' })
    expect([...choice.options].map(({ label }) => label)).toEqual(['O do servidor (own-model)', 'other-model'])
    await userEvent.selectOptions(choice, 'other-model')
    await press('Salvar')
    await waitFor(() => expect(provider.requests(updateAgent)[0]?.body).toEqual({ model: 'other-model' }))
    unmount()
    agent = anAgent({ mode: 'model', settings: { ...settings, models: ['own-model'] } })
    await show()
    await field(/^Nome/)
    expect(screen.queryByLabelText('Modelo')).toBeNull()
  })

  it('offer them to a new agent too, no field where there is no model, and any name where the provider does not say', async () => {
    const open = (models?: string[]) => {
      provider.on(listAgents, () => ({ success: true, data: { agents: [], ...(models ? { models } : {}) } }))
      return renderWithRouter(<NewAgentForm />, { path: '/agents/novo', otherPaths: ['/agents', '/agents/$agentId'] })
    }
    const first = await open(['own-model', 'other-model'])
    const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Modelo' })
    expect([...choice.options].map(({ value }) => value)).toEqual(['', 'other-model'])
    first.unmount()

    const none = await open([])
    expect((await screen.findByRole('note')).textContent).toContain('Nenhum modelo de linguagem')
    expect(screen.queryByLabelText('Modelo')).toBeNull()
    none.unmount()

    provider.on(createAgent, () =>
      createErrorResponse(400, 'VALIDATION_ERROR', { fieldErrors: { model: 'Este servidor permite: own-model.' } }),
    )
    await open()
    await userEvent.type(await field(/^Nome/), 'Lia')
    await userEvent.type(await field(/^Modelo/), 'gpt-x')
    await press('Criar agente')
    expect(await screen.findByText('Este servidor permite: own-model.')).toBeTruthy()
  })

  it('say after how many turns without a person the team is called, where the provider knows of it', async () => {
    provider.on(updateAgent, () => ({ success: true, data: agent }))
    agent = anAgent({ mode: 'playbook', settings: { ...settings, turns_without_person: 30 } })
    await show()
    const turns = await field(/^Respostas em 24 horas até chamar a equipe/)
    expect(turns.value).toBe('30')
    for (const wrong of ['4', '201', '12,5', 'muitas']) {
      await userEvent.clear(turns)
      await userEvent.type(turns, wrong)
      await press('Salvar')
      expect(await screen.findByText('Use um número de 5 a 200.')).toBeTruthy()
    }
    expect(provider.requests(updateAgent)).toHaveLength(0)
    await userEvent.clear(turns)
    await userEvent.type(turns, '12')
    await press('Salvar')
    await waitFor(() => expect(provider.requests(updateAgent)[0]?.body).toEqual({ turns_without_person: 12 }))
  })

  it('know of no turns without a person where the provider does not', async () => {
    await show()
    await field(/^Nome/)
    expect(screen.queryByRole('textbox', { name: /Respostas em 24 horas/ })).toBeNull()
  })
})
