import { markRead, unreadCountsForConversations } from '@prosa/contract/calls/conversations/conversations'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createQueryClient } from '../../../shared/api/query-client.ts'
import { useNotifications } from '../../../shared/notifications/notifications.ts'
import { createErrorResponse, createFakeProvider, createRawResponse } from '../../../testing/fake-provider.ts'
import { useMarkReadMutation } from './mutations.ts'

const said = () => useNotifications.getState().notifications.map(({ message }) => message)
const marker = () => {
  const client = createQueryClient()
  return renderHook(() => useMarkReadMutation(), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  }).result.current
}

it("TEXT-30 a failed mark and a failed count have the server's words, else 'Failed to …'", async () => {
  const provider = createFakeProvider()
    .on(markRead, () => createRawResponse(500, ''))
    .on(unreadCountsForConversations, () => createRawResponse(500, ''))
  const marking = marker()
  act(() => marking.mutate({ _id: 'c1', lead_id: 'l1' }))
  await waitFor(() => expect(said()).toEqual(['Failed to load unread counts', 'Failed to mark conversation as read']))

  provider.on(markRead, () => createErrorResponse(500, 'SERVER_ERROR', { message: 'Agora não.' }))
  provider.on(unreadCountsForConversations, () => createErrorResponse(500, 'SERVER_ERROR', { message: 'Sem contas.' }))
  act(() => marking.mutate({ _id: 'c1', lead_id: 'l1' }))
  await waitFor(() => expect(said().slice(0, 2)).toEqual(['Sem contas.', 'Agora não.']))
})
