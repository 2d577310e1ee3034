import { getConversation } from '@prosa/contract/calls/conversations/conversations'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../../shared/api/query-client.ts'
import { createFakeProvider, createRawResponse, type FakeProvider } from '../../../testing/fake-provider.ts'
import { setSignedInUser } from '../../../testing/session.ts'
import { buildConversation, buildMessage } from '../testing/factories.ts'
import { conversationQueries, fetchMessagesMissedBeforeJoin } from './conversation-queries.ts'

const PLACE = { leadId: 'l1', conversationId: 'c1' }
const history = [1, 2].map((seq) => buildMessage({ message_id: `m${seq}`, seq }))

let provider: FakeProvider
let answer: () => void
let fail: () => void
let close: () => void
const client = createQueryClient()

/** A conversation whose first response is pending. */
beforeEach(() => {
  setSignedInUser()
  provider = createFakeProvider().on(
    getConversation,
    ({ query }) =>
      new Promise((resolve) => {
        fail = () => resolve(createRawResponse(404, ''))
        answer = () =>
          resolve({
            success: true,
            data: { ...buildConversation({ _id: 'c1', lead_id: 'l1' }), history: query['afterSeq'] ? [] : history },
          })
      }),
  )
  close = new QueryObserver(client, conversationQueries.thread('l1', 'c1')).subscribe(() => {})
})
afterEach(() => {
  close()
  client.clear()
})

const asked = () => provider.requests(getConversation).map(({ query }) => query['afterSeq'] ?? 'newest')

/** Joins the room while the first response is pending, then lets it arrive. */
const join = async (lastSeq?: number) => {
  await vi.waitFor(() => expect(asked()).toEqual(['newest']))
  const joined = fetchMessagesMissedBeforeJoin(client, PLACE, lastSeq)
  answer()
  await joined
}

it('an answer that goes as far as the conversation did at the joining is neither cut off nor asked for again', async () => {
  await join(2)
  expect(asked()).toEqual(['newest'])
  expect(client.isFetching()).toBe(0)
})

it('what was said between the answer and the joining is asked for, from there on', async () => {
  await join(3)
  await vi.waitFor(() => expect(asked()).toEqual(['newest', '2']))
})

it('from a provider that does not say how far it is, what came since is asked for too', async () => {
  await join()
  await vi.waitFor(() => expect(asked()).toEqual(['newest', '2']))
})

it('an answer that failed is not asked for again: it says so, and a person asks again', async () => {
  await vi.waitFor(() => expect(asked()).toEqual(['newest']))
  const joined = fetchMessagesMissedBeforeJoin(client, PLACE, 2)
  fail()
  await joined
  expect(client.isFetching()).toBe(0)
  expect(client.getQueryState(conversationQueries.thread('l1', 'c1').queryKey)?.status).toBe('error')
})
