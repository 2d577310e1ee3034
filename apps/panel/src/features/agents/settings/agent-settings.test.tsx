import { createAgent, getAgent, previewAgent, updateAgent } from '@prosa/contract/calls/agents/agent'
import { listAgents } from '@prosa/contract/calls/agents/agents'
import type { Agent } from '@prosa/contract/entities/agents/agent'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { useSession } from '../../../shared/session/session.ts'
import { anAgent } from '../../../testing/factories.ts'
import { createErrorResponse, createFakeProvider, type FakeProvider } from '../../../testing/fake-provider.ts'
import { renderWithRouter } from '../../../testing/render-with-router.tsx'
import { setSignedInUser } from '../../../testing/session.ts'
import { AgentSettings, NewAgentForm } from './agent-settings.tsx'

const settings = {
  persona: 'Calma e direta.',
  instructions: 'Venda apartamentos.',
  hours: null,
  model: null,
  use_model: true,
  questions: ['Qual bairro?'],
  replace_questions: false,
  asks_for: 'auto' as const,
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

describe('the settings of an agent', () => {
  it('are changed, and only what was changed is sent', async () => {
    provider.on(updateAgent, ({ body }) => {
      agent = anAgent({
        name: body.name ?? agent.name,
        mode: 'playbook',
        settings: { ...settings, questions: body.questions ?? [] },
      })
      return { success: true, data: agent }
    })
    await show()
    expect(await screen.findByRole('heading', { level: 1, name: 'Configurar Clara' })).toBeTruthy()
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Salvar' })
    expect(save.disabled).toBe(true)
    const name = await field(/^Nome/)
    await userEvent.clear(name)
    await userEvent.type(name, 'Clarice')
    await press('Adicionar pergunta')
    await userEvent.type(await field(/Pergunta 2/), 'Para quando?')
    expect(screen.getByText('Alterações não salvas')).toBeTruthy()
    await press('Salvar')
    await waitFor(() => expect(provider.requests(updateAgent)).toHaveLength(1))
    expect(provider.requests(updateAgent)[0]?.body).toEqual({ name: 'Clarice', questions: ['Qual bairro?', 'Para quando?'] })
    expect(await screen.findByRole('heading', { level: 1, name: 'Configurar Clarice' })).toBeTruthy()
    await waitFor(() => expect(screen.queryByText('Alterações não salvas')).toBeNull())
  })

  it('let an SDR, and nobody else, be told what to ask about money', async () => {
    provider.on(updateAgent, () => ({ success: true, data: agent }))
    await show()
    const money = await screen.findByRole('combobox', { name: 'Sobre dinheiro, pergunta' })
    await userEvent.selectOptions(money, 'Convênio ou particular')
    await press('Salvar')
    await waitFor(() => expect(provider.requests(updateAgent)).toHaveLength(1))
    expect(provider.requests(updateAgent)[0]?.body).toEqual({ asks_for: 'coverage' })
    await userEvent.selectOptions(screen.getByRole('combobox', { name: /^Tipo/ }), 'Closer')
    expect(screen.queryByRole('combobox', { name: 'Sobre dinheiro, pergunta' })).toBeNull()
  })

  it('say what is wrong under the field, and keep what was written when the server refuses', async () => {
    provider.on(updateAgent, () => createErrorResponse(400, 'VALIDATION_ERROR', { fieldErrors: { persona: 'Longa demais.' } }))
    await show()
    const name = await field(/^Nome/)
    await userEvent.clear(name)
    await press('Salvar')
    expect(await screen.findByText('Use pelo menos 2 caracteres.')).toBeTruthy()
    expect(provider.requests(updateAgent)).toHaveLength(0)
    await userEvent.type(name, 'Clarice')
    await press('Salvar')
    expect(await screen.findByText('Longa demais.')).toBeTruthy()
    expect(name.value).toBe('Clarice')
  })

  it('say that the agent follows its playbook where no model is configured', async () => {
    await show()
    expect((await screen.findByRole('note')).textContent).toContain('segue o roteiro escrito')
  })

  it('have hours, line by line, never none', async () => {
    provider.on(updateAgent, ({ body }) => ({
      success: true,
      data: anAgent({ mode: 'playbook', settings: { ...settings, hours: body.hours ?? null } }),
    }))
    await show()
    await userEvent.click(await screen.findByRole('switch', { name: 'Informar o horário da equipe' }))
    const list = screen.getByRole('list', { name: 'Horários da equipe' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(5)
    const remove = (line: number) => screen.getByRole('button', { name: `Remover ${line}ª linha` })
    for (let line = 5; line >= 2; line--) {
      await press(`Remover ${line}ª linha`)
      expect(document.activeElement).toBe(remove(line - 1))
    }
    await press('Salvar')
    await waitFor(() =>
      expect(provider.requests(updateAgent)[0]?.body).toEqual({ hours: [{ day: 1, from: '09:00', to: '18:00' }] }),
    )
    await press('Remover 1ª linha')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Adicionar horário' }))
    expect(await screen.findByText('Adicione ao menos um horário.')).toBeTruthy()
  })

  it('are not left with changes before a question', async () => {
    const { router } = await show()
    await userEvent.type(await field(/^Nome/), 'ss')
    act(() => void router.navigate({ to: '/agents' }))
    const question = await screen.findByRole('alertdialog', { name: 'Sair sem salvar?' })
    await userEvent.click(within(question).getByRole('button', { name: 'Continuar editando' }))
    expect(router.state.location.pathname).toBe('/agents/agent-1')
    expect((await field(/^Nome/)).value).toBe('Clarass')
    await userEvent.click(screen.getByRole('link', { name: 'Agentes' }))
    await press('Sair sem salvar')
    expect(await screen.findByText('Página /agents')).toBeTruthy()
  })

  it('hold nobody back whose session is over', async () => {
    const { router } = await show()
    await userEvent.type(await field(/^Nome/), 'ss')
    act(() => void useSession.setState({ user: null, isAuthenticated: false }))
    act(() => void router.navigate({ to: '/agents' }))
    expect(await screen.findByText('Página /agents')).toBeTruthy()
  })

  it('of a provider without any are said not to be there', async () => {
    agent = anAgent()
    await show()
    expect(await screen.findByText('Este agente não tem configurações por aqui')).toBeTruthy()
  })
})

describe('a new agent', () => {
  it('is made and then opened', async () => {
    provider.on(listAgents, () => ({ success: true, data: { agents: [] } }))
    provider.on(createAgent, ({ body }) => ({ success: true, data: anAgent({ _id: 'agent-9', name: body.name, settings }) }))
    const { router } = await renderWithRouter(<NewAgentForm />, {
      path: '/agents/novo',
      otherPaths: ['/agents', '/agents/$agentId'],
    })
    await userEvent.type(await field(/^Nome/), 'Iara')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: /Tipo/ }), 'CLOSER')
    await press('Criar agente')
    await waitFor(() => expect(router.state.location.pathname).toBe('/agents/agent-9'))
    expect(provider.requests(createAgent)[0]?.body).toMatchObject({ name: 'Iara', type: 'CLOSER', hours: null, questions: [] })
  })
})

describe('the try', () => {
  const answer = {
    replies: ['Oi! Sou a Clara.', 'Qual bairro?'],
    stage: 'qualificacao',
    summary: 'Quer um apartamento.',
    status_message: 'Perguntou o bairro',
    attention_reason: null,
    lead: { name: 'Ana' },
    mode: 'model' as const,
    model: 'modelo-x',
    tools: ['update_lead'],
    input_tokens: 812,
    output_tokens: 40,
    ms: 1_500,
    state: { step: 1 },
  }
  const say = async (text: string) => {
    await userEvent.type(await screen.findByRole('textbox', { name: 'Mensagem de teste' }), text)
    await press('Testar')
  }

  it('answers as the agent with what is not saved yet, and shows what it would do', async () => {
    provider.on(previewAgent, () => ({ success: true, data: answer }))
    await show()
    expect((await screen.findByRole('region', { name: 'Conversa de teste' })).textContent).toContain('Nada é gravado')
    await userEvent.type(await field(/Persona/), ' Simpática.')
    await say('oi')
    expect(await screen.findByText('Oi! Sou a Clara.')).toBeTruthy()
    const log = screen.getByRole('log', { name: 'Mensagens do teste' })
    expect(log.textContent).toMatch(
      /guardaria dados do lead.*Qualificação.*nome: Ana.*modelo-x, em 1,5 s, 812 tokens lidos e 40 escritos/,
    )
    await say('Moema')
    await waitFor(() => expect(provider.requests(previewAgent)).toHaveLength(2))
    const [first, second] = provider.requests(previewAgent).map(({ body }) => body)
    expect(first).toEqual({ messages: [{ role: 'humano', content: 'oi' }], draft: { persona: 'Calma e direta. Simpática.' } })
    expect(second?.state).toEqual({ step: 1 })
    expect(second?.messages.map(({ role, content }) => [role, content])).toEqual([
      ['humano', 'oi'],
      ['AI', 'Oi! Sou a Clara.'],
      ['AI', 'Qual bairro?'],
      ['humano', 'Moema'],
    ])
    expect(provider.requests(updateAgent)).toHaveLength(0)
    await press('Recomeçar')
    expect(screen.queryByText('Oi! Sou a Clara.')).toBeNull()
  })

  it('is asked once by a double press, and what is written meanwhile stays', async () => {
    let reply = () => {}
    provider.on(previewAgent, () => new Promise((resolve) => (reply = () => resolve({ success: true, data: answer }))))
    await show()
    const words = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Mensagem de teste' })
    await userEvent.type(words, 'oi')
    await userEvent.dblClick(screen.getByRole('button', { name: 'Testar' }))
    expect(words.value).toBe('')
    expect(document.activeElement).not.toBe(document.body)
    await waitFor(() => expect(provider.requests(previewAgent)).toHaveLength(1))
    await userEvent.type(words, 'Moema')
    await act(async () => reply())
    expect(await screen.findByText('Oi! Sou a Clara.')).toBeTruthy()
    expect(words.value).toBe('Moema')
    expect(provider.requests(previewAgent)).toHaveLength(1)
  })

  it('keeps what was written when it fails, and waits for a form that can be saved', async () => {
    provider.on(previewAgent, () => createErrorResponse(503, 'SERVICE_UNAVAILABLE', { message: 'O modelo não respondeu.' }))
    await show()
    await say('oi')
    expect((await screen.findByText('O modelo não respondeu.')).getAttribute('role')).toBe('alert')
    expect((await field(/Mensagem de teste/)).value).toBe('oi')
    await userEvent.clear(await field(/^Nome/))
    await press('Testar')
    expect(await screen.findByText('Corrija os campos marcados antes de testar.')).toBeTruthy()
    expect(provider.requests(previewAgent)).toHaveLength(1)
  })

  it.each([404, 501])('is gone where the provider answers %i', async (status) => {
    provider.on(previewAgent, () => createErrorResponse(status, 'NOT_IMPLEMENTED'))
    await show()
    await say('oi')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Conversa de teste' })).toBeNull())
  })

  it('HEAR-14 says where the server transcribes no sounds, and nothing of it where it does, or takes none', async () => {
    setSignedInUser({ capabilities: ['media'] })
    await show()
    expect(await screen.findByText('Este servidor não transcreve áudios.')).toBeTruthy()
    for (const capabilities of [['media', 'transcripts'], []] as const) {
      act(() => void setSignedInUser({ capabilities: [...capabilities] }))
      await waitFor(() => expect(screen.queryByText('Este servidor não transcreve áudios.')).toBeNull())
    }
  })
})
