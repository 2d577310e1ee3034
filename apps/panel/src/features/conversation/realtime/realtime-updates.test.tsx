import { websocketToken } from '@prosa/contract/calls/accounts/auth'
import { unreadCountsForConversations } from '@prosa/contract/calls/conversations/conversations'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useNotifications } from '../../../shared/notifications/notifications.ts'
import { unbindRealtimeFromSession } from '../../../shared/realtime/bind-realtime-to-session.ts'
import { acceptConnection, getFakeSocket, resetFakeNetwork } from '../../../shared/realtime/testing/fake-io.ts'
import { createFakeProvider } from '../../../testing/fake-provider.ts'
import { setSignedInUser } from '../../../testing/session.ts'
import { emitOptimisticMessage, emitTyping, useJoinLeadRoom, useRealtimeUpdates } from './realtime-updates.ts'
import { useTypingText } from './typing-store.ts'

vi.mock('socket.io-client', () => import('../../../shared/realtime/testing/fake-io.ts'))

function Desk({ leadId }: { leadId: string }) {
  useRealtimeUpdates()
  useJoinLeadRoom(leadId, `conversation of ${leadId}`)
  return <p role="status">{useTypingText(leadId)}</p>
}

let client: QueryClient
const page = (leadId: string) => (
  <QueryClientProvider client={client}>
    <Desk leadId={leadId} />
  </QueryClientProvider>
)
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const stand = () => act(async () => acceptConnection())
const hear = (name: string, payload: unknown) => act(async () => getFakeSocket().simulateEvent(name, payload))
const said = (name: string) => getFakeSocket().sent.filter(([event]) => event === name)
const typing = () => screen.getByRole('status').textContent

beforeEach(async () => {
  await import('../../../shared/realtime/socket-library.ts')
  vi.useFakeTimers()
  resetFakeNetwork()
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  setSignedInUser({ id: 'me', name: 'Ana' })
  createFakeProvider().on(websocketToken, () => ({ success: true, data: { token: 't' } }))
})
afterEach(() => {
  unbindRealtimeFromSession()
  client.clear()
  vi.useRealTimers()
})

const start = async (leadId = 'l1') => {
  const rendered = render(page(leadId))
  await pass(2_000)
  await stand()
  return rendered
}

describe('rooms', () => {
  it('RT-07 EVENT-02 joins the room of the open lead at each connection', async () => {
    await start()
    expect(said('join_conversation')).toEqual([['join_conversation', { leadId: 'l1', userId: 'me', tenantId: 'tenant-1' }]])
    await stand()
    expect(said('join_conversation')).toHaveLength(2)
  })

  it('RT-08 EVENT-03 leaves the room before when another lead is opened', async () => {
    const { rerender } = await start()
    rerender(page('l2'))
    expect(getFakeSocket().sent.slice(-2)).toEqual([
      ['leave_conversation', { leadId: 'l1' }],
      ['join_conversation', { leadId: 'l2', userId: 'me', tenantId: 'tenant-1' }],
    ])
  })

  it('RT-06 EVENT-01 joins the user room', async () => {
    await start()
    await pass(500)
    expect(said('join_user_room')).toEqual([['join_user_room', { userId: 'me', tenantId: 'tenant-1' }]])
  })
})

describe('typing', () => {
  const now = () => new Date().toISOString()

  it('VIEW-18 EVENT-08 EVENT-09 shows others and the agent, never oneself', async () => {
    await start()
    await hear('typing_indicator', { userId: 'me', userName: 'Ana', isTyping: true, timestamp: now() })
    expect(typing()).toBe('')
    await hear('typing_indicator', { userId: 'bia', userName: 'Bia', isTyping: true, timestamp: now() })
    await hear('agent_typing_indicator', {
      leadId: 'l1',
      agentId: 'a',
      agentName: 'Clara',
      isAgentTyping: true,
      timestamp: now(),
    })
    expect(typing()).toBe('Bia e Clara (IA) estão digitando…')
    await hear('typing_indicator', { userId: 'bia', userName: 'Bia', isTyping: false, timestamp: now() })
    expect(typing()).toBe('Clara (IA) está digitando…')
  })

  it('MSG-21 goes by itself after 15 s', async () => {
    await start()
    await hear('typing_indicator', { userId: 'bia', userName: 'Bia', isTyping: true, timestamp: now() })
    await pass(14_900)
    expect(typing()).toBe('Bia está digitando…')
    await pass(200)
    expect(typing()).toBe('')
  })

  it('RT-09 nothing stays on screen after a disconnect', async () => {
    await start()
    await hear('typing_indicator', { userId: 'bia', userName: 'Bia', isTyping: true, timestamp: now() })
    await act(async () => {
      getFakeSocket().connected = false
      getFakeSocket().fire('disconnect', 'transport close')
    })
    expect(typing()).toBe('')
  })
})

describe('speaking', () => {
  it('EVENT-04 EVENT-05 EVENT-06 says typing and sending in the words of the contract', async () => {
    await start()
    emitTyping('typing_start', 'l1')
    emitTyping('typing_stop', 'l1')
    emitOptimisticMessage({ tempId: 't1', leadId: 'l1', content: 'Oi', createdAt: 0 })
    const me = { leadId: 'l1', userName: 'Ana', userId: 'me' }
    expect(getFakeSocket().sent.slice(-3)).toEqual([
      ['typing_start', me],
      ['typing_stop', me],
      ['optimistic_message', { ...me, tempMessageId: 't1', content: 'Oi', timestamp: '1970-01-01T00:00:00.000Z' }],
    ])
  })

  it('MSG-19 says no typing without a connection', async () => {
    render(page('l1'))
    await pass(2_000)
    emitTyping('typing_start', 'l1')
    expect(getFakeSocket().sent).toEqual([])
  })
})

it("EVENT-12 a failed mark says 'Erro ao marcar conversa como lida' and asks for the true count", async () => {
  const provider = createFakeProvider()
    .on(websocketToken, () => ({ success: true, data: { token: 't' } }))
    .on(unreadCountsForConversations, () => ({ success: true, data: { unreadCounts: {} } }))
  await start()
  await hear('mark_read_error', {})
  expect(useNotifications.getState().notifications[0]?.message).toBe('Erro ao marcar conversa como lida')
  expect(provider.requests(unreadCountsForConversations)[0]?.body).toEqual({ conversationIds: ['conversation of l1'] })
})
