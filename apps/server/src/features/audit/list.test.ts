import { pauseLead } from '@prosa/contract/calls/conversations/leads'
import { listAudit, verifyAudit } from '@prosa/contract/calls/organisation/audit'
import type { CallResponse } from '@prosa/contract/define-call'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeAuditEntry } from '../../platform/audit/audit.ts'
import type { Client } from '../../testing/harness/client.ts'
import { startTestApp, type TestApp } from '../../testing/harness/test-app.ts'
import { createConversation, createTenant, type TestTenant } from '../../testing/worlds/factories.ts'

type Query = Record<string, string>

let test: TestApp
let tenant: TestTenant
let admin: Client
let leadId: string
beforeAll(async () => {
  test = await startTestApp()
  tenant = await createTenant(test)
  admin = await test.client(tenant.admin.phone)
  ;({ leadId } = await createConversation(test, tenant, { name: 'Davi Lima', history: 'h' }))
  for (const pause of [true, false]) await admin.call(pauseLead, { params: { id: leadId }, body: { pause } })
})
afterAll(() => test.close())

const actions = async (query: Query) => (await admin.call(listAudit, { query })).data.rows.map(({ action }) => action)

it('TRUST-22 managers read it, and nobody else; staff of the platform read no other organisation’s', async () => {
  const operator = await test.client(tenant.operator.phone)
  for (const call of [listAudit, verifyAudit]) expect(await operator.refused(call)).toMatchObject({ status: 403 })
  const platform = await test.client((await createTenant(test, { platform: true })).staff.phone)
  const { rows } = (await platform.call(listAudit)).data
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(leadId)
})

it('TRUST-17 says who did what to whom, when and from where', async () => {
  const { rows } = (await admin.call(listAudit, { query: { subject: leadId } })).data
  expect(rows[0]).toMatchObject({
    actor: { kind: 'user', id: tenant.admin.id, name: expect.any(String) },
    action: 'lead.resumed',
    subject: { kind: 'lead', id: leadId, label: 'Davi Lima' },
    ip: '127.0.0.1',
  })
})

it('is searched by who did it or had it done, and filtered by actor, action, area and time', async () => {
  expect(await actions({ search: 'davi' })).toEqual(['lead.resumed', 'lead.paused'])
  expect(await actions({ search: 'ninguém assim' })).toEqual([])
  expect(await actions({ action: 'lead' })).toEqual(['lead.resumed', 'lead.paused'])
  expect(await actions({ action: 'lead.paused' })).toEqual(['lead.paused'])
  expect(await actions({ actor: tenant.admin.id, action: 'session' })).toEqual(['session.opened'])
  expect(await actions({ actor: tenant.operator.id, action: 'lead' })).toEqual([])
  expect(await actions({ from: new Date(Date.now() + 60_000).toISOString() })).toEqual([])
  expect(await actions({ search: 'davi', to: new Date(Date.now() - 3_600_000).toISOString() })).toEqual([])
})

it('is walked by keyset: each once, also of one moment', async () => {
  const at = new Date()
  const { tenantId } = tenant
  await test.deps.db.tenant(tenantId, async (tx) => {
    for (let n = 0; n < 7; n++)
      await writeAuditEntry(tx, { tenantId, actor: { kind: 'system' }, action: 'agent.changed', occurredAt: at })
  })
  const ids: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: Query = { action: 'agent', limit: '3', ...(cursor ? { cursor } : {}) }
    const page: CallResponse<typeof listAudit> = await admin.call(listAudit, { query })
    ids.push(...page.data.rows.map(({ id }) => id))
    cursor = page.data.nextCursor
  }
  expect([ids.length, new Set(ids).size]).toEqual([7, 7])
  expect(await admin.refused(listAudit, { query: { cursor: 'x' } })).toMatchObject({ status: 400 })
})
