import { listConversations } from '@prosa/contract/calls/conversations/conversations'
import { InfiniteQueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../../../shared/api/query-client.ts'
import { createFakeProvider } from '../../../../testing/fake-provider.ts'
import { setSignedInUser } from '../../../../testing/session.ts'
import { createUniqueId } from '../../testing/factories.ts'
import { conversationQueries } from '../conversation-queries.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('LIST-31 AGENTS-06 a list that was left before it was asked for comes at once when it is opened after all', async () => {
  setSignedInUser()
  createFakeProvider().on(listConversations, () => ({ success: true, data: { conversations: [] } }))
  const client = createQueryClient()
  const list = conversationQueries.list(createUniqueId('agent'))
  const open = () => new InfiniteQueryObserver(client, list).subscribe(() => {})
  // As at start-up: the top bar loads the list of the last agent, and the agents page resets the selection at once.
  open()()
  open()
  await vi.advanceTimersByTimeAsync(0)
  expect(client.getQueryData(list.queryKey)).toBeDefined()
  client.clear()
})
