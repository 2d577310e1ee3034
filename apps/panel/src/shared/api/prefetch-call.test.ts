import { listAgents } from '@prosa/contract/calls/agents/agents'
import { INBOX_ENDPOINTS } from '@prosa/contract/inbox-endpoints'
import { afterEach, expect, it } from 'vitest'
import { anAgent } from '../../testing/factories.ts'
import { createErrorResponse, createFakeProvider } from '../../testing/fake-provider.ts'
import { call, clearPrefetchedCalls, prefetchCall } from './api-client.ts'

afterEach(clearPrefetchedCalls)

const query = { includeSummary: false }
const ask = () => call(listAgents, { query })

it('what was asked ahead is given once, to who asks for the same', async () => {
  const provider = createFakeProvider().on(listAgents, () => ({ success: true, data: { agents: [anAgent()] } }))
  prefetchCall(INBOX_ENDPOINTS.listAgents, { query })
  await call(listAgents, { query: { includeSummary: true } })
  expect(provider.requests(listAgents)).toHaveLength(2)
  expect((await ask()).data.agents).toHaveLength(1)
  expect(provider.requests(listAgents)).toHaveLength(2)
  await ask()
  expect(provider.requests(listAgents)).toHaveLength(3)
})

it('whoever asks hears that it failed, and asks anew the next time', async () => {
  const provider = createFakeProvider().on(listAgents, () => createErrorResponse(500, 'SERVER_ERROR'))
  prefetchCall(INBOX_ENDPOINTS.listAgents, { query })
  await expect(ask()).rejects.toMatchObject({ statusCode: 500 })
  provider.on(listAgents, () => ({ success: true, data: { agents: [] } }))
  expect((await ask()).data.agents).toEqual([])
})

it('SESSION-08 what was asked for somebody who is gone is given to nobody', async () => {
  const provider = createFakeProvider().on(listAgents, () => ({ success: true, data: { agents: [anAgent()] } }))
  prefetchCall(INBOX_ENDPOINTS.listAgents, { query })
  clearPrefetchedCalls()
  await ask()
  expect(provider.requests(listAgents)).toHaveLength(2)
})
