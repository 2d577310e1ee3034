import { listQuestions, previewKnowledgeAnswer, updateQuestion } from '@prosa/contract/calls/agents/knowledge'
import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useNotifications } from '../../../shared/notifications/notifications.ts'
import { startRealtime, stopRealtime } from '../../../shared/realtime/socket.ts'
import { acceptConnection, fakeNetwork, getFakeSocket, resetFakeNetwork } from '../../../shared/realtime/testing/fake-io.ts'
import { createErrorResponse } from '../../../testing/fake-provider.ts'
import { aPassage, aQuestion, aSource, renderKnowledge } from '../testing/knowledge-fixture.tsx'

vi.mock('socket.io-client', () => import('../../../shared/realtime/testing/fake-io.ts'))

beforeEach(resetFakeNetwork)
afterEach(() => {
  stopRealtime()
  onlineManager.setOnline(true)
})

const list = () => screen.findByRole('list', { name: 'Perguntas sem resposta' })
const rowOf = async (text: string) => (await screen.findByText(text)).closest('li') as HTMLElement
const titles = () => useNotifications.getState().notifications.map(({ title }) => title)
const open = { state: 'open' as const, answer: null }

describe('what was asked and nobody knew', () => {
  it('KNOW-16 is approved with `a`: the question that the keyboard is in, else the first that shows the key', async () => {
    const { data, provider, open: show } = renderKnowledge()
    data.questions = [
      aQuestion({ _id: 'q0', text: 'tem piscina?', ...open }),
      aQuestion(),
      aQuestion({ _id: 'q2', text: 'aceita pet?', answer: 'Sim.' }),
    ]
    provider.on(updateQuestion, ({ params, body }) => {
      const question = data.questions.find(({ _id }) => _id === params.id)
      data.questions = data.questions.filter((one) => one !== question)
      return { success: true, data: { ...aQuestion(question), state: body.state } }
    })
    await show()
    const first = await rowOf('vocês ajudam com a mudança?')
    expect(first.textContent).toMatch(/Perguntada 4 vezes|perguntada 4 vezes/)
    expect(first.textContent).toContain('Clara')
    expect(within(first).getByRole('button', { name: 'Aprovar' }).getAttribute('aria-keyshortcuts')).toBe('a')
    // There is no suggestion to approve.
    within(await rowOf('tem piscina?'))
      .getByRole('button', { name: 'Escrever resposta' })
      .focus()
    await userEvent.keyboard('a')
    expect(provider.requests(updateQuestion)).toHaveLength(0)
    within(await rowOf('aceita pet?'))
      .getByRole('button', { name: 'Aprovar' })
      .focus()
    await userEvent.keyboard('a')
    await waitFor(() => expect(screen.queryByText('aceita pet?')).toBeNull())
    ;(document.activeElement as HTMLElement).blur()
    await userEvent.keyboard('a')
    await waitFor(() => expect(screen.queryByText('vocês ajudam com a mudança?')).toBeNull())
    expect(provider.requests(updateQuestion).map(({ params, body }) => [params.id, body])).toEqual([
      ['q2', { state: 'answered', answer: 'Sim.' }],
      ['q1', { state: 'answered', answer: 'Indicamos duas transportadoras.' }],
    ])
    expect(titles()[0]).toBe('Agora os agentes sabem: está em “Aprendido com a equipe”.')
  })

  it('KNOW-16 of two who approve, the second reads who was quicker; `a` writes where somebody writes', async () => {
    const { data, provider, open: show } = renderKnowledge()
    data.questions = [aQuestion(), aQuestion({ _id: 'q2', text: 'tem piscina?', ...open })]
    const late = 'Já respondida por Ana.'
    provider.on(updateQuestion, () => {
      data.questions = []
      return createErrorResponse(409, 'CONFLICT', { message: late })
    })
    await show()
    await userEvent.click(within(await rowOf('tem piscina?')).getByRole('button', { name: 'Escrever resposta' }))
    const answer = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Resposta/ })
    await waitFor(() => expect(document.activeElement).toBe(answer))
    await userEvent.type(answer, 'Tem, aquecida')
    expect(provider.requests(updateQuestion)).toHaveLength(0)
    await userEvent.click(screen.getByRole('button', { name: 'Aprovar' }))
    await waitFor(() => expect(titles()).toEqual([late]))
    // The text being written stays, even if the question has left the list.
    await waitFor(() => expect(screen.queryByText('vocês ajudam com a mudança?')).toBeNull())
    expect(answer.value).toBe('Tem, aquecida')
    await userEvent.click(screen.getByRole('button', { name: 'Salvar resposta' }))
    expect(within(await rowOf('tem piscina?')).getByText(late)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
    await waitFor(() => expect(screen.queryByText('tem piscina?')).toBeNull())
  })

  it('is answered in one’s own words, or is nothing to know; not without a network', async () => {
    const { data, provider, open: show } = renderKnowledge()
    data.questions = [aQuestion({ ...open }), aQuestion({ _id: 'q2', text: 'que horas são?', ...open })]
    provider.on(updateQuestion, ({ params, body }) => {
      if (body.state !== 'open') data.questions = data.questions.filter(({ _id }) => _id !== params.id)
      return { success: true, data: aQuestion({ state: body.state }) }
    })
    await show()
    const row = await rowOf('vocês ajudam com a mudança?')
    await userEvent.click(within(row).getByRole('button', { name: 'Escrever resposta' }))
    await userEvent.click(within(row).getByRole('button', { name: 'Salvar resposta' }))
    expect(await within(row).findByText('Escreva a resposta.')).toBeTruthy()
    await userEvent.type(within(row).getByRole('textbox', { name: /^Resposta/ }), 'Ajudamos.')
    expect(within(row).getByText('9 de 1.200 caracteres')).toBeTruthy()
    await userEvent.click(within(row).getByRole('button', { name: 'Salvar resposta' }))
    await waitFor(() => expect(screen.queryByText('vocês ajudam com a mudança?')).toBeNull())
    const other = await rowOf('que horas são?')
    const dismiss = within(other).getByRole<HTMLButtonElement>('button', { name: 'Não é para saber' })
    act(() => onlineManager.setOnline(false))
    expect(dismiss.disabled).toBe(true)
    act(() => onlineManager.setOnline(true))
    await userEvent.click(dismiss)
    await waitFor(() => expect(screen.queryByText('que horas são?')).toBeNull())
    expect(await screen.findByText(/^Nenhuma pergunta esperando/)).toBeTruthy()
    // A mistake can be undone by one click.
    const [told] = useNotifications.getState().notifications
    expect(told?.action?.label).toBe('Desfazer')
    data.questions = [aQuestion({ _id: 'q2', text: 'que horas são?', ...open })]
    act(() => told?.action?.run())
    expect(await rowOf('que horas são?')).toBeTruthy()
    expect(provider.requests(updateQuestion).map(({ body }) => body)).toEqual([
      { state: 'answered', answer: 'Ajudamos.' },
      { state: 'dismissed' },
      { state: 'open' },
    ])
  })

  it('comes by itself, and so does what was read of a source @wide', async () => {
    const { data, open: show } = renderKnowledge()
    data.sources = [aSource({ state: 'reading' })]
    await show()
    await screen.findByText('Lendo…')
    startRealtime({ userId: 'user-1', tenantId: 'tenant-1' })
    await waitFor(() => expect(fakeNetwork.socket).not.toBeNull())
    act(acceptConnection)
    data.sources = [aSource({ passages: 22 })]
    act(() => getFakeSocket().simulateEvent('knowledge_updated', { source_id: 's1', state: 'ready' }))
    expect(await screen.findByText(/22 trechos/)).toBeTruthy()
    data.questions = [aQuestion()]
    act(() => getFakeSocket().simulateEvent('knowledge_question', { question_id: 'q1', state: 'open' }))
    expect(await within(await list()).findByText('vocês ajudam com a mudança?')).toBeTruthy()
  })

  it('fails, and is tried again', async () => {
    const { provider, open: show } = renderKnowledge()
    let fails = true
    provider.on(listQuestions, () =>
      fails ? createErrorResponse(500, 'SERVER_ERROR') : { success: true, data: { questions: [aQuestion()], nextCursor: null } },
    )
    await show()
    const again = await screen.findByRole('button', { name: 'Tentar novamente' })
    fails = false
    await userEvent.click(again)
    expect(await rowOf('vocês ajudam com a mudança?')).toBeTruthy()
  })
})

describe('a question that is tried', () => {
  const ask = async (question: string) => {
    const field = await screen.findByRole('textbox', { name: 'Pergunta' })
    await userEvent.clear(field)
    await userEvent.type(field, `${question}{Enter}`)
  }

  it('shows what would be said and what it rests on, apart from what is merely alike', async () => {
    const { provider, open: show } = renderKnowledge()
    provider.on(previewKnowledgeAnswer, () => ({
      success: true,
      data: {
        said: 'Sim, na entrada.',
        from: ['p1'],
        passages: [aPassage(), aPassage({ _id: 'p2', text: 'Vinte por cento.', question: 'Qual a entrada?' })],
      },
    }))
    await show()
    await ask('aceita FGTS?')
    const rest = await screen.findByRole('region', { name: 'O trecho em que se apoia' })
    expect(rest.textContent).toContain('Perguntas frequentes')
    expect(rest.textContent).toContain('linha 13')
    expect(rest.textContent).not.toContain('Vinte por cento.')
    expect(screen.getByText('“aceita FGTS?” · Clara diria:')).toBeTruthy()
    expect(screen.getByText('1 trecho parecido')).toBeTruthy()
    expect(provider.requests(previewKnowledgeAnswer)[0]?.body).toEqual({ question: 'aceita FGTS?', agent_id: 'agent-1' })
  })

  it('owns up to nothing that answers, and to a failure', async () => {
    const { provider, open: show } = renderKnowledge({ role: 'operator' })
    provider.on(previewKnowledgeAnswer, () => ({ success: true, data: { said: null, passages: [] } }))
    await show()
    await ask('tem heliponto?')
    expect(await screen.findByText('Nada no conhecimento responde a isso.')).toBeTruthy()
    provider.on(previewKnowledgeAnswer, () => createErrorResponse(429, 'RATE_LIMITED', { message: 'Espere um minuto.' }))
    await ask('e agora?')
    expect(await screen.findByText('Espere um minuto.')).toBeTruthy()
  })
})
