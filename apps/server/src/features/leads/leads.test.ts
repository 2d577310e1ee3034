import { listConversations } from '@prosa/contract/calls/conversations/conversations'
import * as calls from '@prosa/contract/calls/conversations/leads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toPhoneKey } from '../../platform/leads/phone-key.ts'
import type { Client } from '../../testing/harness/client.ts'
import { startTestApp, type TestApp } from '../../testing/harness/test-app.ts'
import { createConversation, createTenant, type TestTenant } from '../../testing/worlds/factories.ts'
import { endPause } from './pause-and-archive/set-pause.ts'

let test: TestApp
let tenant: TestTenant
let client: Client

beforeAll(async () => {
  test = await startTestApp()
  tenant = await createTenant(test)
  client = await test.client(tenant.operator.phone)
})
afterAll(() => test.close())

describe('leads', () => {
  it('CALL-19 lists newest first, by name or phone, in pages with totals', async () => {
    const own = await createTenant(test)
    const staff = await test.client(own.staff.phone)
    await createConversation(test, own, { name: 'Zeca Ramos', phone: '+5511912340001' })
    await createConversation(test, own, { name: 'Alice Mota', company: 'Padaria Real', phone: '+5511912340002' })
    const names = async (query: Record<string, string>) =>
      (await staff.call(calls.listLeads, { query })).data.leads.map((lead) => lead.name)
    expect(await names({})).toEqual(['Alice Mota', 'Zeca Ramos'])
    expect(await names({ sortBy: 'name', sortOrder: 'desc' })).toEqual(['Zeca Ramos', 'Alice Mota'])
    expect(await names({ search: 'padaria' })).toEqual(['Alice Mota'])
    expect(await names({ search: '91234-0001' })).toEqual(['Zeca Ramos'])
    expect(await names({ search: '%' })).toEqual([])
    const { data } = await staff.call(calls.listLeads, { query: { paginate: 'true', limit: '1', page: '2' } })
    expect(data.pagination).toEqual({ page: 2, limit: 1, total: 2, totalPages: 2 })
    expect(data.leads.map((lead) => lead.name)).toEqual(['Zeca Ramos'])
  })

  it('LIST-07 finds a lead by phone with or without the ninth digit, in the list of leads and of conversations', async () => {
    const own = await createTenant(test)
    const staff = await test.client(own.staff.phone)
    await createConversation(test, own, { name: 'Sem Nono', phone: '+551171234567' })
    await createConversation(test, own, { name: 'Com Nono', phone: '+5511987654321' })
    const agentId = own.agentId
    const found = async (text: string) => [
      (await staff.call(calls.listLeads, { query: { search: text } })).data.leads.map(({ name }) => name),
      (await staff.call(listConversations, { params: { agentId }, query: { search: text } })).data.conversations.map(
        ({ name }) => name,
      ),
      (await staff.call(listConversations, { params: { agentId }, query: { phone: text } })).data.conversations.map(
        ({ name }) => name,
      ),
    ]
    for (const text of ['11971234567', '+55 (11) 97123-4567', '5511971234567', '1171234567'])
      expect({ text, found: await found(text) }).toEqual({ text, found: [['Sem Nono'], ['Sem Nono'], ['Sem Nono']] })
    for (const text of ['1187654321', '55 11 8765-4321', '011 98765-4321'])
      expect({ text, found: await found(text) }).toEqual({ text, found: [['Com Nono'], ['Com Nono'], ['Com Nono']] })
  })

  it('CALL-20 ENT-09 answers one lead', async () => {
    const { leadId } = await createConversation(test, tenant, { name: 'João P. Neto', company: 'Vênus Clínica' })
    expect((await client.call(calls.getLead, { params: { id: leadId } })).data).toMatchObject({
      _id: leadId,
      name: 'João P. Neto',
      company: 'Vênus Clínica',
      agent_id: tenant.agentId,
      pause: false,
      archive: false,
    })
  })

  it('CALL-21 finds a lead by phone with or without +, with or without the ninth digit, or answers 404', async () => {
    const { leadId } = await createConversation(test, tenant, { phone: '+551133445566' })
    for (const phone of ['+551133445566', '551133445566']) {
      expect((await client.call(calls.getLeadByPhone, { params: { phone } })).data._id).toBe(leadId)
    }
    expect(await client.refused(calls.getLeadByPhone, { params: { phone: '5511999999999' } })).toMatchObject({ status: 404 })
    expect(await client.refused(calls.getLeadByPhone, { params: { phone: 'abc' } })).toMatchObject({ status: 404 })
    expect(toPhoneKey('+55 11 98765-4321')).toBe(toPhoneKey('551187654321'))
    expect(toPhoneKey('+551133445566')).toBe('551133445566')
    expect(toPhoneKey(null)).toBeNull()
  })

  it('CALL-22 pauses with holder, reason and expiry, and resumes with none of them', async () => {
    const { leadId } = await createConversation(test, tenant, { history: 'h' })
    const params = { id: leadId }
    const until = new Date(Date.now() + 3_600_000).toISOString()
    expect(
      (await client.call(calls.pauseLead, { params, body: { pause: true, reason: 'Negociação delicada', until } })).data,
    ).toEqual({ pause: true })
    expect((await client.call(calls.getLead, { params })).data).toMatchObject({
      pause: true,
      pause_holder: { id: tenant.operator.id, name: tenant.operator.name },
      pause_reason: 'Negociação delicada',
      pause_until: until,
    })
    expect((await client.call(calls.pauseLead, { params, body: { pause: false } })).data).toEqual({ pause: false })
    expect((await client.call(calls.getLead, { params })).data).toMatchObject({
      pause: false,
      pause_holder: null,
      pause_reason: null,
      pause_until: null,
    })
  })

  it('CALL-22 a pause with an end is over when it comes @wide', async () => {
    const { leadId } = await createConversation(test, tenant, { history: 'h' })
    const params = { id: leadId }
    const resumed = new Promise<void>((resolve) => {
      test.deps.bus.on('conversation.changed', ({ conversation }) => {
        if (conversation.lead_id === leadId && !conversation.pause) resolve()
      })
    })
    const until = new Date(Date.now() + 500).toISOString()
    await client.call(calls.pauseLead, { params, body: { pause: true, until } })
    await resumed
    expect((await client.call(calls.getLead, { params })).data).toMatchObject({ pause: false, pause_until: null })
  })

  it('CALL-22 an end that is past or years away is refused; one that comes early by this clock is waited for', async () => {
    const { leadId } = await createConversation(test, tenant, { history: 'h' })
    const params = { id: leadId }
    for (const until of ['2020-01-01T00:00:00Z', '2099-01-01T00:00:00Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z']) {
      expect(await client.refused(calls.pauseLead, { params, body: { pause: true, until } })).toMatchObject({ status: 400 })
    }
    await client.call(calls.pauseLead, { params, body: { pause: true, until: new Date(Date.now() + 3_600_000).toISOString() } })
    const silent = { presentConversations: async () => [], markChanged: async () => {}, setArchive: async () => {} }
    await endPause(test.deps, silent, { tenantId: tenant.tenantId, leadId })
    expect((await client.call(calls.getLead, { params })).data.pause).toBe(true)
  })

  it('CALL-23 archives and brings back', async () => {
    const { leadId } = await createConversation(test, tenant, { history: 'h' })
    const params = { id: leadId }
    for (const archive of [true, false]) {
      expect((await client.call(calls.archiveLead, { params, body: { archive } })).data).toEqual({ archive })
      expect((await client.call(calls.getLead, { params })).data.archive).toBe(archive)
    }
    expect(await client.refused(calls.archiveLead, { params, body: { archive: 'yes' as never } })).toMatchObject({ status: 400 })
  })
})
