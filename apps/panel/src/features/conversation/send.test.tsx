import { sendMessage } from '@prosa/contract/calls/conversations'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createQueryClient } from '../../shared/api/query-client.ts'
import { useNotifications } from '../../shared/notifications.ts'
import { fakeProvider } from '../../testing/fake-provider.ts'
import { useSending } from './send.ts'

const sender = (leadId: string, conversationId: string) =>
  renderHook(() => useSending(leadId, conversationId), {
    wrapper: ({ children }) => <QueryClientProvider client={createQueryClient()}>{children}</QueryClientProvider>,
  }).result.current

it('MSG-03 without a lead or a conversation nothing is sent, and it says what is missing', () => {
  const provider = fakeProvider()
  expect(sender('', 'c1').send('Oi')).toBe(false)
  expect(sender('l1', '').send('Oi')).toBe(false)
  expect(useNotifications.getState().notifications.at(0)?.message).toBe('Lead ID and Conversation ID are required')
  expect(provider.requests(sendMessage)).toEqual([])
})
