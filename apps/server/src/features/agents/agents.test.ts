import { getAgent } from '@prosa/contract/calls/agents/agent'
import { listAgents } from '@prosa/contract/calls/agents/agents'
import { markRead, setAttention } from '@prosa/contract/calls/conversations/conversations'
import { archiveLead } from '@prosa/contract/calls/conversations/leads'
import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { agents, leads } from '../../platform/database/schema/conversations/conversations.ts'
import type { Client } from '../../testing/harness/client.ts'
import { startTestApp, type TestApp } from '../../testing/harness/test-app.ts'
import { createConversation, createTenant, type TestTenant } from '../../testing/worlds/factories.ts'

let test: TestApp
let tenant: TestTenant
let client: Client

beforeAll(async () => {
  test = await startTestApp()
  tenant = await createTenant(test)
  client = await test.client(tenant.operator.phone)
  await test.deps.db.tenant(tenant.tenantId, (tx) =>
    tx.db.insert(agents).values([
      { tenantId: tenant.tenantId, id: uuid(), name: 'Nina', type: 'POS_VENDA', active: false },
      { tenantId: tenant.tenantId, id: uuid(), name: 'Bento', type: 'CLOSER' },
    ]),
  )
})
afterAll(() => test.close())

it('CALL-09 AGENTS-02 lists the tenant’s agents with every parameter of the call, summary only when asked', async () => {
  await createTenant(test)
  const names = async (query: Record<string, string>) =>
    (await client.call(listAgents, { query })).data.agents.map((agent) => agent.name)
  expect((await names({})).sort()).toEqual(['Bento', 'Clara', 'Nina'])
  expect(await names({ sortBy: 'name', sortOrder: 'asc' })).toEqual(['Bento', 'Clara', 'Nina'])
  expect(await names({ active: 'false' })).toEqual(['Nina'])
  expect(await names({ search: 'CLA' })).toEqual(['Clara'])
  const { data } = await client.call(listAgents, {
    query: { paginate: 'true', page: '2', limit: '2', sortBy: 'name', sortOrder: 'asc' },
  })
  expect(data.agents.map((agent) => agent.name)).toEqual(['Nina'])
  expect(data.pagination).toEqual({ page: 2, limit: 2, total: 3, totalPages: 2 })
  expect(data.agents[0]).not.toHaveProperty('summary')
})

it('ENT-06 both spellings of after-sales find it, and POS_VENDA is what is answered', async () => {
  for (const type of ['POS_VENDA', 'POST_SALE']) {
    const { data } = await client.call(listAgents, { query: { type } })
    expect(data.agents.map((agent) => [agent.name, agent.type])).toEqual([['Nina', 'POS_VENDA']])
  }
})

it('ENT-05 CALL-10 the summary counts leads of ever, leads of today in the tenant’s time zone, and active conversations', async () => {
  const { leadId } = await createConversation(test, tenant, { history: 'h' })
  await createConversation(test, tenant, { history: 'h' })
  const yesterday = new Date(test.deps.clock.now().getTime() - 24 * 3_600_000)
  await test.deps.db.tenant(tenant.tenantId, (tx) =>
    tx.db.update(leads).set({ createdAt: yesterday }).where(eq(leads.id, leadId)),
  )
  const params = { id: tenant.agentId }
  expect((await client.call(getAgent, { params })).data.summary).toEqual({
    totalLeadsLifetime: 2,
    totalLeadsToday: 1,
    totalActiveConversations: 2,
    totalNeedsAttention: 0,
    totalUnread: 2,
  })
  expect((await client.call(getAgent, { params, query: { includeSummary: 'false' } })).data).not.toHaveProperty('summary')
  const { agents: listed } = (await client.call(listAgents, { query: { includeSummary: 'true' } })).data
  expect(listed.find((agent) => agent._id === tenant.agentId)?.summary?.totalLeadsLifetime).toBe(2)
})

it('the summary counts what waits for a person, and what this user has not read; archived ones aside', async () => {
  const own = await createTenant(test)
  const [asks, read, gone] = [
    await createConversation(test, own, { history: 'h' }),
    await createConversation(test, own, { history: 'h' }),
    await createConversation(test, own, { history: 'h' }),
  ]
  const [operator, staff] = [await test.client(own.operator.phone), await test.client(own.staff.phone)]
  for (const place of [asks, gone]) await operator.call(setAttention, { params: place, body: { needs_attention: true } })
  await operator.call(archiveLead, { params: { id: gone.leadId }, body: { archive: true } })
  await operator.call(markRead, { params: read, body: { leadId: read.leadId } })
  const figures = async (who: Client) => {
    const { agents: listed } = (await who.call(listAgents, { query: { includeSummary: 'true' } })).data
    const summary = listed.find((agent) => agent._id === own.agentId)?.summary
    return [summary?.totalNeedsAttention, summary?.totalUnread]
  }
  expect(await figures(operator)).toEqual([1, 1])
  expect(await figures(staff)).toEqual([1, 2])
})
