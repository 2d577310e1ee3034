import { searchMessages } from '@prosa/contract/calls/conversations/search'
import type { MessageSearchResult } from '@prosa/contract/entities/conversations/message-search-result'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { stubElementSizes } from '../../features/conversation/testing/stub-element-sizes.ts'
import { useJumpTarget } from '../../features/conversation/thread/jumps/use-jump-target.ts'
import { unbindRealtimeFromSession } from '../../shared/realtime/bind-realtime-to-session.ts'
import { createErrorResponse } from '../../testing/fake-provider.ts'
import { createPanelProvider, renderPanel } from '../../testing/render-panel.tsx'
import { setSignedInUser } from '../../testing/session.ts'

/** Loading lazy code for the first time can be slow on a busy machine. */
const FIRST = { timeout: 10_000 }

beforeEach(() => stubElementSizes())
afterEach(() => {
  unbindRealtimeFromSession()
  useJumpTarget.setState(useJumpTarget.getInitialState(), true)
})

const aFound = (changes: Partial<MessageSearchResult> = {}): MessageSearchResult => ({
  message_id: 'm1',
  conversation_id: 'c1',
  lead_id: 'l1',
  lead_name: 'Rita Prado',
  role: 'humano',
  at: '2026-11-02T12:00:00.000Z',
  source: 'text',
  snippet: 'Tem <b>varanda</b>?',
  marks: [[7, 14]],
  ...changes,
})
const answer = (results: MessageSearchResult[], more: { nextCursor?: string; instead?: string } = {}) => ({
  success: true as const,
  data: { results, nextCursor: null, ...more },
})

const openSearch = async (capabilities = ['search']) => {
  setSignedInUser({ role: 'operator', capabilities })
  const panel = renderPanel('/user/settings')
  await screen.findByRole('button', { name: /menu de/ }, FIRST)
  await userEvent.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox', { name: 'Conversa, agente, página ou ação' }, FIRST)
  return panel
}
const chooseIt = async () => {
  await userEvent.click(await screen.findByRole('option', { name: /nas mensagens/ }, FIRST))
  return screen.findByRole('combobox', { name: 'Pesquisar nas mensagens' }, FIRST)
}

describe('the search of messages', { timeout: 30_000 }, () => {
  it('INBOX-12 begins with what was typed in the palette, marks the words, and shows HTML as letters', async () => {
    const asked: string[] = []
    createPanelProvider().on(searchMessages, ({ query }) => {
      asked.push(query.q ?? '')
      return answer([aFound(), aFound({ message_id: 'm2', source: 'transcript', snippet: 'Uma varanda', marks: [[4, 11]] })])
    })
    const { getCurrentPath } = await openSearch()
    await userEvent.keyboard('varanda')
    const field = await chooseIt()
    expect((field as HTMLInputElement).value).toBe('varanda')
    const options = await screen.findAllByRole('option', {}, FIRST)
    expect(options.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Tem <b>varanda</b>?'),
      expect.stringContaining('ÁudioUma varanda'),
    ])
    expect(document.querySelectorAll('mark')[0]?.textContent).toBe('varanda')
    expect(asked).toEqual(['varanda'])
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(getCurrentPath()).toBe('/chat/l1/c1'))
    expect(useJumpTarget.getState()).toEqual({ messageId: 'm2', searchConversationId: 'c1' })
  })

  it('INBOX-11 says what it took a word for, what it did not find, and what failed @wide', async () => {
    const provider = createPanelProvider().on(searchMessages, () => answer([aFound()], { instead: 'varanda' }))
    await openSearch()
    const field = await chooseIt()
    await userEvent.type(field, 'v')
    expect(await screen.findByText('Digite ao menos 2 caracteres.')).toBeTruthy()
    await userEvent.type(field, 'arnada')
    expect(await screen.findByText('Mostrando “varanda”', {}, FIRST)).toBeTruthy()
    provider.on(searchMessages, () => answer([]))
    await userEvent.type(field, 's')
    expect(await screen.findByText('Nenhuma mensagem com “varnadas”.', {}, FIRST)).toBeTruthy()
    provider.on(searchMessages, () =>
      createErrorResponse(503, 'SERVICE_UNAVAILABLE', { message: 'Há consultas demais em andamento.' }),
    )
    await userEvent.type(field, 'x')
    expect(await screen.findByText('Há consultas demais em andamento.', {}, FIRST)).toBeTruthy()
    provider.on(searchMessages, () => answer([aFound()]))
    await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
    expect(await screen.findByRole('option', { name: /Rita Prado/ }, FIRST)).toBeTruthy()
  })

  it('is not offered by a provider that has none', async () => {
    createPanelProvider()
    await openSearch([])
    await userEvent.keyboard('varanda')
    expect(screen.queryByRole('option', { name: /nas mensagens/ })).toBeNull()
  })
})
