import { createCorrection } from '@prosa/contract/calls/agents/corrections'
import type { Correction } from '@prosa/contract/entities/agents/correction'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { createConversationFixture } from '../../../../testing/conversation-fixture.tsx'
import { createErrorResponse } from '../../../../testing/fake-provider.ts'
import { setSignedInUser } from '../../../../testing/session.ts'
import { buildMessage } from '../../testing/factories.ts'

const LATE = { timeout: 15_000 }
const made: Correction = {
  _id: 'c1',
  agent_id: 'agent-1',
  kind: 'should',
  text: '',
  must: [],
  must_not: [],
  state: 'active',
  asked: 'aceita pet?',
  said: 'Não.',
  lead_id: 'l1',
  conversation_id: 'c1',
  message_id: 'said',
  created_by: 'user-1',
  created_by_name: 'Ana Souza',
  created_at: '2026-11-24T12:00:00.000Z',
  checked: null,
}

let desk: ReturnType<typeof createConversationFixture>
beforeEach(() => {
  desk = createConversationFixture()
  setSignedInUser({ name: 'Ana Souza', role: 'operator', capabilities: ['media', 'reply', 'versions'] })
  Element.prototype.scrollIntoView = () => {}
  desk.provider.on(createCorrection, ({ body }) => ({ success: true, data: { ...made, kind: body.kind, text: body.text } }))
})

const open = () =>
  desk.open({
    conversation: { agent_id: 'agent-1' },
    history: [
      buildMessage({ content: 'aceita pet?' }),
      buildMessage({ role: 'AI', manual: true, sender: { id: 'u2', name: 'Bia' }, content: 'Sou a Bia' }),
      buildMessage({ message_id: 'said', role: 'AI', content: 'Não aceitamos.' }),
    ],
  })
const bubbleOf = async (text: string) => (await screen.findByText(text)).closest<HTMLElement>('[data-speaker]') as HTMLElement
const focusOn = async (text: string) => {
  const bubble = await bubbleOf(text)
  await waitFor(() => expect(document.querySelector('[data-message-tools]')).not.toBeNull(), LATE)
  const row = bubble.closest<HTMLElement>('[data-index]') as HTMLElement
  row.tabIndex = -1
  row.focus()
}
const dialog = () => screen.findByRole('dialog', { name: 'Corrigir a resposta' }, LATE)
const sent = () => desk.provider.requests(createCorrection).map(({ params, body }) => ({ id: params.id, ...body }))

describe('an agent’s answer', () => {
  it('LEARN-02 is corrected with a key, a sentence and a key; what it has to say is proposed from the sentence', async () => {
    await open()
    await focusOn('Não aceitamos.')
    await userEvent.keyboard('c')
    const box = within(await dialog()).getByLabelText('O que deveria ter dito')
    expect(document.activeElement).toBe(box)
    await userEvent.keyboard('Sim, até 2 cães no Parque Ibirapuera.{Control>}{Enter}{/Control}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent()).toEqual([
      {
        id: 'agent-1',
        message_id: 'said',
        kind: 'should',
        text: 'Sim, até 2 cães no Parque Ibirapuera.',
        must: ['2', 'Parque Ibirapuera'],
      },
    ])
    expect(desk.provider.requests(createCorrection)[0]?.headers.get('idempotency-key')).toMatch(/^[\w-]{36}$/)
    expect(desk.getToasts().map(({ title }) => title)).toContain('Correção salva.')
  })

  it('LEARN-02 is corrected from its menu too, also as what is never said and as what a person was needed for', async () => {
    await open()
    await focusOn('Não aceitamos.')
    fireEvent.contextMenu(await bubbleOf('Não aceitamos.'))
    await userEvent.click(within(await screen.findByRole('menu', {}, LATE)).getByRole('menuitem', { name: 'Corrigir' }))
    await userEvent.selectOptions(within(await dialog()).getByLabelText('O que houve'), 'Nunca dizer')
    await userEvent.type(within(await dialog()).getByLabelText('O que nunca dizer'), 'não aceitamos')
    await userEvent.click(screen.getByRole('button', { name: 'Salvar correção' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await focusOn('Não aceitamos.')
    await userEvent.keyboard('c')
    await userEvent.selectOptions(within(await dialog()).getByLabelText('O que houve'), 'Devia ter chamado uma pessoa')
    await userEvent.click(screen.getByRole('button', { name: 'Salvar correção' }))
    await waitFor(() =>
      expect(sent().map(({ kind, text }) => [kind, text])).toEqual([
        ['never', 'não aceitamos'],
        ['person', ''],
      ]),
    )
  })

  it('is not corrected where a person or the lead said it, nor where the provider keeps no corrections', async () => {
    const { unmount } = await open()
    for (const text of ['Sou a Bia', 'aceita pet?']) {
      await focusOn(text)
      await userEvent.keyboard('c')
      expect(screen.queryByRole('dialog')).toBeNull()
    }
    unmount()
    setSignedInUser({ capabilities: ['media', 'reply'] })
    await open()
    await focusOn('Não aceitamos.')
    await userEvent.keyboard('c')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('LEARN-02 goes under the same key when it is saved again, and under another one after a change', async () => {
    desk.provider.on(createCorrection, () => createErrorResponse(503, 'SERVICE_UNAVAILABLE'))
    await open()
    await focusOn('Não aceitamos.')
    await userEvent.keyboard('c')
    const box = within(await dialog()).getByLabelText('O que deveria ter dito')
    const save = async (text: string, attempt: number) => {
      await userEvent.type(box, `${text}{Control>}{Enter}{/Control}`)
      await waitFor(() => expect(sent()).toHaveLength(attempt))
      await within(await dialog()).findByRole('button', { name: 'Salvar correção' })
    }
    await save('Sim, claro.', 1)
    await save('', 2)
    await save(' Até dois.', 3)
    const [first, again, changed] = desk.provider.requests(createCorrection).map(({ headers }) => headers.get('idempotency-key'))
    expect(again).toBe(first)
    expect(changed).not.toBe(first)
  })

  it('says at its field what could not be checked', async () => {
    const words = 'Diga o que a resposta tem de conter.'
    desk.provider.on(createCorrection, () => createErrorResponse(400, 'VALIDATION_ERROR', { fieldErrors: { must: words } }))
    await open()
    await focusOn('Não aceitamos.')
    await userEvent.keyboard('c')
    await userEvent.type(
      within(await dialog()).getByLabelText('O que deveria ter dito'),
      'Sim, claro.{Control>}{Enter}{/Control}',
    )
    expect(await within(await dialog()).findByText(words)).toBeTruthy()
  })
})
