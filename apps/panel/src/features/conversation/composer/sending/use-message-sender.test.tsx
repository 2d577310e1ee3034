import { sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createQueryClient } from '../../../../shared/api/query-client.ts'
import { useNotifications } from '../../../../shared/notifications/notifications.ts'
import { createErrorResponse, createFakeProvider, createRawResponse } from '../../../../testing/fake-provider.ts'
import { useOutbox } from '../../outbox/outbox-store.ts'
import { useMessageSender } from './use-message-sender.ts'

const sender = (leadId: string, conversationId: string) =>
  renderHook(() => useMessageSender(leadId, conversationId), {
    wrapper: ({ children }) => <QueryClientProvider client={createQueryClient()}>{children}</QueryClientProvider>,
  }).result.current

it("TEXT-29 what failed keeps the server's words, else 'Failed to send message'", async () => {
  const failureOf = () => useOutbox.getState().entries.at(-1)?.failure
  const provider = createFakeProvider().on(sendMessage, () => createRawResponse(500, ''))
  sender('l1', 'c1').send('Oi')
  await waitFor(() => expect(failureOf()).toBe('Failed to send message'))
  provider.on(sendMessage, () => createErrorResponse(409, 'INVALID_INPUT', { message: 'A janela fechou.' }))
  sender('l1', 'c2').send('Oi')
  await waitFor(() => expect(failureOf()).toBe('A janela fechou.'))
  useOutbox.setState(useOutbox.getInitialState(), true)
})

it('MSG-03 without a lead or a conversation nothing is sent, and it says what is missing', () => {
  const provider = createFakeProvider()
  expect(sender('', 'c1').send('Oi')).toBe(false)
  expect(sender('l1', '').send('Oi')).toBe(false)
  expect(useNotifications.getState().notifications.at(0)?.message).toBe('Lead ID and Conversation ID are required')
  expect(provider.requests(sendMessage)).toEqual([])
})

it('a failed sending is taken back when all that is unsent in its conversation has gone', async () => {
  const notices = () => useNotifications.getState().notifications.map(({ message }) => message)
  const provider = createFakeProvider().on(sendMessage, () => createRawResponse(500, ''))
  const { send, retry, discard } = sender('l1', 'c1')
  send('Um')
  send('Dois')
  await waitFor(() => expect(useOutbox.getState().entries.map(({ status }) => status)).toEqual(['error', 'error']))
  expect(notices()).toEqual(['Erro interno do servidor'])
  const [one, two] = useOutbox.getState().entries
  if (!one || !two) throw new Error('Nothing is in the outbox')
  provider.on(sendMessage, () => ({ success: true }))
  retry(one)
  await waitFor(() => expect(useOutbox.getState().entries[0]?.status).toBe('done'))
  expect(notices()).toEqual(['Erro interno do servidor'])
  discard(two)
  expect(notices()).toEqual([])
  useOutbox.setState(useOutbox.getInitialState(), true)
})
