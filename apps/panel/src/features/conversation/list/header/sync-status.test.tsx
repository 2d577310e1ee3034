import { listConversations } from '@prosa/contract/calls/conversations/conversations'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { createErrorResponse, createFakeProvider, type FakeProvider } from '../../../../testing/fake-provider.ts'
import { renderWithRouter } from '../../../../testing/render-with-router.tsx'
import { setSignedInUser } from '../../../../testing/session.ts'
import { conversationKeys } from '../../cache/conversation-keys.ts'
import { buildConversation, buildMessage, createUniqueId } from '../../testing/factories.ts'
import { stubElementSizes } from '../../testing/stub-element-sizes.ts'
import { ConversationList } from '../conversation-list.tsx'

let provider: FakeProvider
let agentId: string
let isWide: boolean
const local = (iso: string) => new Date(iso).toLocaleTimeString('pt-BR', { hourCycle: 'h23' })

beforeEach(() => {
  stubElementSizes()
  isWide = true
  vi.stubGlobal('matchMedia', () => ({ matches: isWide, addEventListener: () => {}, removeEventListener: () => {} }))
  onTestFinished(() => void vi.unstubAllGlobals())
  provider = createFakeProvider()
  agentId = createUniqueId('agent')
})

const show = async (at = '/chat') => {
  provider.on(listConversations, () => ({
    success: true,
    data: { conversations: [buildConversation()], server_time: '2026-11-24T17:32:07.000Z' },
  }))
  const path = at === '/chat' ? at : '/chat/$leadId/$conversationId'
  const shown = await renderWithRouter(<ConversationList agentId={agentId} ref={{ current: null }} />, { path, initialPath: at })
  await screen.findByText('Proposta enviada')
  return shown.queryClient
}

it('MISS-05 tells the time of the last proof by the server, and within 35 s of a lost line since when there is none; it is never announced', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  setSignedInUser({ name: 'Ana Souza', capabilities: ['evidence'] })
  await show()
  const text = await screen.findByText(`Sincronizado às ${local('2026-11-24T17:32:07Z')}`)
  expect(text.closest('[aria-live], [role=status], [role=log]')).toBeNull()
  expect(screen.getByRole('button', { name: 'Atualizar conversas' })).toBeDefined()
  provider.on(listConversations, () => createErrorResponse(503, 'SERVICE_UNAVAILABLE'))
  await act(() => vi.advanceTimersByTimeAsync(35_500))
  expect(screen.getByText(`Sem confirmação desde ${local('2026-11-24T17:32:07Z')}`)).toBeDefined()
  provider.on(listConversations, () => ({ success: true, data: { conversations: [], server_time: '2026-11-24T17:33:40.000Z' } }))
  await act(() => vi.advanceTimersByTimeAsync(31_000))
  await waitFor(() => expect(screen.getByText(`Sincronizado às ${local('2026-11-24T17:33:40Z')}`)).toBeDefined())
})

it('MISS-05 a list that came proves nothing while the open thread has a hole', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  setSignedInUser({ name: 'Ana Souza', capabilities: ['evidence'] })
  const client = await show('/chat/l1/c1')
  const hold = (...seqs: number[]) =>
    act(() =>
      client.setQueryData(conversationKeys.thread('l1', 'c1'), {
        conversation: buildConversation({ last_seq: 3 }),
        messages: seqs.map((seq) => buildMessage({ message_id: `m${seq}`, seq })),
        olderCursor: null,
      }),
    )
  await screen.findByText(`Sincronizado às ${local('2026-11-24T17:32:07Z')}`)
  await hold(1, 3)
  provider.on(listConversations, () => ({ success: true, data: { conversations: [], server_time: '2026-11-24T17:33:40.000Z' } }))
  await act(() => vi.advanceTimersByTimeAsync(36_000))
  expect(screen.getByText(`Sem confirmação desde ${local('2026-11-24T17:32:07Z')}`)).toBeDefined()
  await hold(1, 2, 3)
  await waitFor(() => expect(screen.getByText(`Sincronizado às ${local('2026-11-24T17:33:40Z')}`)).toBeDefined())
})

it("MISS-05 stands in the name of 'Atualizar conversas' where there is no room for a line", async () => {
  isWide = false
  setSignedInUser({ name: 'Ana Souza', capabilities: ['evidence'] })
  await show()
  const button = screen.getByRole('button', { name: /^Atualizar conversas/ })
  button.focus()
  const name = `Atualizar conversas, sincronizado às ${local('2026-11-24T17:32:07Z')}`
  expect(await screen.findByRole('button', { name })).toBe(button)
  expect(document.activeElement).toBe(button)
  expect(screen.queryByText(/^Sincronizado/)).toBeNull()
})

it('MISS-05 a provider that does not offer it shows nothing of it', async () => {
  setSignedInUser({ name: 'Ana Souza' })
  await show()
  expect(screen.getByRole('button', { name: 'Atualizar conversas' })).toBeDefined()
  expect(screen.queryByText(/Sincronizado/)).toBeNull()
})
