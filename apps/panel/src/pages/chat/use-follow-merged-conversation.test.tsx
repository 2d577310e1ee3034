import { websocketToken } from '@prosa/contract/calls/accounts/auth'
import { getConversation, sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { getLead } from '@prosa/contract/calls/conversations/leads'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { currentRef, getComposerDraft, mergedInto, saveComposerDraft } from '../../features/conversation/outbox/outbox-store.ts'
import { buildConversation, buildLead, buildMessage } from '../../features/conversation/testing/factories.ts'
import { bindRealtimeToSession, unbindRealtimeFromSession } from '../../shared/realtime/bind-realtime-to-session.ts'
import { acceptConnection, getFakeSocket, resetFakeNetwork } from '../../shared/realtime/testing/fake-io.ts'
import { createConversationFixture } from '../../testing/conversation-fixture.tsx'
import { createErrorResponse } from '../../testing/fake-provider.ts'

vi.mock('socket.io-client', () => import('../../shared/realtime/testing/fake-io.ts'))

let desk: ReturnType<typeof createConversationFixture>
beforeEach(async () => {
  await import('../../shared/realtime/socket-library.ts')
  resetFakeNetwork()
  desk = createConversationFixture()
  desk.provider.on(websocketToken, () => ({ success: true, data: { token: 't' } }))
  vi.useFakeTimers()
  bindRealtimeToSession()
  await vi.advanceTimersByTimeAsync(2_000)
  acceptConnection()
  vi.useRealTimers()
})
afterEach(unbindRealtimeFromSession)

const into = { leadId: 'the-same', conversationId: 'goes-on-here' }
const hear = (payload: object) => act(async () => getFakeSocket().simulateEvent('conversation_joined', payload))

it('PROV-04 who writes in a conversation that is joined to another goes on writing there, and loses nothing', async () => {
  desk.provider.on(sendMessage, () => createErrorResponse(404, 'CONVERSATION_NOT_FOUND'))
  const { router } = await desk.open()
  await userEvent.type(await desk.findComposerBox(), 'Não chega{Enter}')
  await screen.findByText('Falhou, clique no icone ao lado para tentar novamente')
  const before = await desk.findComposerBox()
  await userEvent.type(before, 'Ainda escrevo')
  const history = [buildMessage({ content: 'O mesmo' })]
  const other = { ...buildConversation({ _id: into.conversationId, lead_id: into.leadId }), history }
  const { promise: isThere, resolve: comes } = Promise.withResolvers<void>()
  desk.provider
    .on(getConversation, async () => {
      await isThere
      return { success: true, data: other }
    })
    .on(getLead, () => ({ success: true, data: buildLead({ _id: into.leadId }) }))
    .on(sendMessage, () => ({ success: true, data: { message: buildMessage({ content: 'Não chega' }) } }))
  await hear({ leadId: desk.leadId, conversationId: desk.conversationId, into })
  // The user keeps typing until the other conversation is loaded.
  await userEvent.type(before, ' um pouco')
  before.setSelectionRange(5, 5)
  await act(async () => comes())

  expect(await screen.findByText('O mesmo')).toBeDefined()
  expect(router.state.location.pathname).toBe('/chat/the-same/goes-on-here')
  const box = await desk.findComposerBox()
  expect(box.value).toBe('Ainda escrevo um pouco')
  await waitFor(() => expect(document.activeElement).toBe(box))
  expect(box.selectionStart).toBe(5)
  expect(desk.getToasts()).toEqual(expect.arrayContaining([expect.objectContaining({ title: 'Conversas unidas' })]))
  await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
  await waitFor(() => expect(desk.provider.requests(sendMessage)).toHaveLength(2))
  const [first, second] = desk.provider.requests(sendMessage)
  expect(second?.params).toEqual(into)
  expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key') ?? 'none')
})

it('what is written at the very moment of the change goes along', () => {
  mergedInto.set('gone', into)
  saveComposerDraft('gone', 'A última letra')
  expect(getComposerDraft(into.conversationId)).toBe('A última letra')
  expect(currentRef({ leadId: 'before', conversationId: 'gone' })).toEqual(into)
})

it('a join of others leaves this conversation where it is', async () => {
  const { router } = await desk.open()
  await desk.findComposerBox()
  await hear({ leadId: desk.leadId, conversationId: 'another', into })
  expect(router.state.location.pathname).toBe(`/chat/${desk.leadId}/${desk.conversationId}`)
})
