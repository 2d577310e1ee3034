import * as calls from '@prosa/contract/calls/conversations/conversations'
import * as leadCalls from '@prosa/contract/calls/conversations/leads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../testing/harness/client.ts'
import { startTestApp, type TestApp } from '../../testing/harness/test-app.ts'
import { createConversation, createTenant, type TestTenant } from '../../testing/worlds/factories.ts'

let test: TestApp
let tenant: TestTenant
let staff: Client
let operator: Client

beforeAll(async () => {
  test = await startTestApp()
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
  operator = await test.client(tenant.operator.phone)
})
afterAll(() => test.close())

const list = async (query: Record<string, string> = {}, client = staff) =>
  (await client.call(calls.listConversations, { params: { agentId: tenant.agentId }, query })).data

describe('the list', () => {
  it('CALL-11 CONST-11 answers an agent’s conversations, newest activity first (G01)', async () => {
    const old = await createConversation(test, tenant, { history: 'ha', at: new Date('2026-01-01T12:00:00Z') })
    const recent = await createConversation(test, tenant, { history: 'ha', at: new Date('2026-01-02T12:00:00Z') })
    const ids = (await list()).conversations.map((c) => c._id)
    expect(ids.indexOf(recent.conversationId)).toBeLessThan(ids.indexOf(old.conversationId))
  })

  it('HTTP-09 CALL-12 walks by cursor without missing or repeating, and pages with totals when asked', async () => {
    const own = await createTenant(test)
    const client = await test.client(own.staff.phone)
    const at = new Date('2026-03-01T12:00:00Z')
    const made = []
    for (let n = 0; n < 7; n++) made.push((await createConversation(test, own, { history: 'h', at })).conversationId)
    const walked: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await client.call(calls.listConversations, {
        params: { agentId: own.agentId },
        query: { limit: '3', ...(cursor ? { cursor } : {}) },
      })
      walked.push(...page.data.conversations.map((c) => c._id))
      cursor = page.data.nextCursor
    } while (cursor)
    expect(walked).toHaveLength(7)
    expect(new Set(walked)).toEqual(new Set(made))
    const paged = await client.call(calls.listConversations, {
      params: { agentId: own.agentId },
      query: { paginate: 'true', limit: '3', page: '3' },
    })
    expect(paged.data.pagination).toEqual({ page: 3, limit: 3, total: 7, totalPages: 3 })
    expect(paged.data.conversations).toHaveLength(1)
  })

  it('CALL-12 filters by attention, unread, archive and phone', async () => {
    const wanted = await createConversation(test, tenant, { history: 'h', phone: '+5521987654321' })
    await staff.call(calls.setAttention, { params: wanted, body: { needs_attention: true } })
    expect((await list({ needs_attention: 'true' })).conversations.map((c) => c._id)).toContain(wanted.conversationId)
    expect((await list({ needs_attention: 'false' })).conversations.map((c) => c._id)).not.toContain(wanted.conversationId)
    expect((await list({ unread: 'true' })).conversations.map((c) => c._id)).toContain(wanted.conversationId)
    await staff.call(calls.markRead, { params: wanted, body: { leadId: wanted.leadId } })
    expect((await list({ unread: 'true' })).conversations.map((c) => c._id)).not.toContain(wanted.conversationId)
    expect((await list({ phone: '(21) 98765' })).conversations.map((c) => c._id)).toEqual([wanted.conversationId])
    await staff.call(leadCalls.archiveLead, { params: { id: wanted.leadId }, body: { archive: true } })
    expect((await list()).conversations.map((c) => c._id)).not.toContain(wanted.conversationId)
    expect((await list({ archive: 'true' })).conversations.map((c) => c._id)).toContain(wanted.conversationId)
  })

  it('CALL-12 updated_since answers what changed, archived ones included', async () => {
    const quiet = await createConversation(test, tenant, { history: 'h', at: new Date('2026-01-01T00:00:00Z') })
    const changed = await createConversation(test, tenant, { history: 'h', at: new Date('2026-01-01T00:00:00Z') })
    const since = (await list()).server_time ?? ''
    await staff.call(leadCalls.archiveLead, { params: { id: changed.leadId }, body: { archive: true } })
    const ids = (await list({ updated_since: since })).conversations.map((c) => c._id)
    expect(ids).toContain(changed.conversationId)
    expect(ids).not.toContain(quiet.conversationId)
  })

  it('refuses a parameter it does not know, a bad one and a foreign cursor', async () => {
    const params = { agentId: tenant.agentId }
    expect(await staff.refused(calls.listConversations, { params, query: { sortBy: 'name; DROP TABLE users' } })).toMatchObject({
      status: 400,
      code: 'VALIDATION_ERROR',
    })
    expect(await staff.refused(calls.listConversations, { params, query: { limit: '101' } })).toMatchObject({ status: 400 })
    expect(await staff.refused(calls.listConversations, { params, query: { evil: '1' } })).toMatchObject({ status: 400 })
    expect(await staff.refused(calls.listConversations, { params, query: { cursor: 'AAAA' } })).toMatchObject({ status: 400 })
  })
})

describe('one conversation', () => {
  it('CALL-13 answers the conversation with its whole history, oldest first', async () => {
    const place = await createConversation(test, tenant, { history: 'hamh', name: 'João P. Neto', company: 'Vênus Clínica' })
    const { data } = await staff.call(calls.getConversation, { params: place })
    expect(data).toMatchObject({
      _id: place.conversationId,
      lead_id: place.leadId,
      lead_name: 'João P. Neto',
      lead_empresa: 'Vênus Clínica',
      total_messages: 4,
    })
    expect(data.history.map((m) => [m.seq, m.role, m.manual])).toEqual([
      [1, 'humano', false],
      [2, 'AI', false],
      [3, 'AI', true],
      [4, 'humano', false],
    ])
    expect(data.nextCursor).toBeNull()
  })

  it('VIEW-35 walks a long history backwards by cursor and forwards by afterSeq', async () => {
    const place = await createConversation(test, tenant, { history: 'ha'.repeat(25) })
    const newest = (await staff.call(calls.getConversation, { params: place, query: { limit: '20' } })).data
    expect(newest.history.map((m) => m.seq)).toEqual(Array.from({ length: 20 }, (_, i) => 31 + i))
    const older = (
      await staff.call(calls.getConversation, { params: place, query: { limit: '40', cursor: newest.nextCursor ?? '' } })
    ).data
    expect(older.history.map((m) => m.seq)).toEqual(Array.from({ length: 30 }, (_, i) => 1 + i))
    expect(older.nextCursor).toBeNull()
    const missed = (await staff.call(calls.getConversation, { params: place, query: { afterSeq: '48' } })).data
    expect(missed.history.map((m) => m.seq)).toEqual([49, 50])
    const page = (await staff.call(calls.getConversation, { params: place, query: { afterSeq: '10', limit: '5' } })).data
    expect(page.history.map((m) => m.seq)).toEqual([11, 12, 13, 14, 15])
  })

  it('CALL-15 sets the attention flag and answers it', async () => {
    const place = await createConversation(test, tenant, { history: 'h' })
    const set = await operator.call(calls.setAttention, { params: place, body: { needs_attention: true } })
    expect(set.data).toEqual({ needs_attention: true })
    expect((await staff.call(calls.getConversation, { params: place })).data.needs_attention).toBe(true)
  })
})

describe('unread', () => {
  it('PROV-02 CALL-16 CALL-17 CALL-18 counts lead messages after the user’s own read position', async () => {
    const place = await createConversation(test, tenant, { history: 'hahh' })
    const body = { conversationIds: [place.conversationId, tenant.agentId] }
    expect((await staff.call(calls.unreadCountsForConversations, { body })).data.unreadCounts).toEqual({
      [place.conversationId]: 3,
    })
    await staff.call(calls.markRead, { params: place, body: { leadId: place.leadId, uptoSeq: 3 } })
    expect((await staff.call(calls.unreadCountsForConversations, { body })).data.unreadCounts).toEqual({
      [place.conversationId]: 1,
    })
    await staff.call(calls.markRead, { params: place, body: { leadId: place.leadId, uptoSeq: 1 } })
    expect((await staff.call(calls.unreadCountsForConversations, { body })).data.unreadCounts).toEqual({
      [place.conversationId]: 1,
    })
    await staff.call(calls.markRead, { params: place, body: { leadId: place.leadId } })
    const counts = (await staff.call(calls.unreadCounts)).data.unreadCounts
    expect(counts.map((c) => c.conversationId)).not.toContain(place.conversationId)
    expect((await operator.call(calls.unreadCountsForConversations, { body })).data.unreadCounts).toEqual({
      [place.conversationId]: 3,
    })
  })
})

describe('sending', () => {
  const messagesOf = async (place: { leadId: string; conversationId: string }) =>
    (await staff.call(calls.getConversation, { params: place })).data.history

  it('CALL-14 MSG-18 stores a trimmed manual message as the agent’s, with its sender', async () => {
    const place = await createConversation(test, tenant, { history: 'h' })
    await staff.call(calls.sendMessage, {
      params: place,
      body: { content: '  Oi, aqui é a Ana.  ' },
      headers: { 'idempotency-key': 'k1' },
    })
    expect((await messagesOf(place)).at(-1)).toMatchObject({
      seq: 2,
      role: 'AI',
      manual: true,
      content: 'Oi, aqui é a Ana.',
      client_message_id: 'k1',
      sender: { id: tenant.staff.id, name: tenant.staff.name },
    })
  })

  it('tells of the conversation as it is with the message, also where the agent is paused already', async () => {
    const place = await createConversation(test, tenant, { history: 'h' })
    const told: unknown[] = []
    const forget = test.deps.bus.on('message.stored', ({ message, conversation }) => {
      told.push([message.seq, conversation.last_seq, conversation.total_messages, conversation.last_message_preview])
    })
    for (const content of ['Primeira', 'Segunda', 'Terceira'])
      await staff.call(calls.sendMessage, { params: place, body: { content } })
    forget()
    expect(told).toEqual([
      [2, 2, 2, 'Primeira'],
      [3, 3, 3, 'Segunda'],
      [4, 4, 4, 'Terceira'],
    ])
  })

  it('MSG-12 the same key makes one message, ten times at once; another text under it is refused', async () => {
    const place = await createConversation(test, tenant, { history: 'h' })
    const send = (content: string) =>
      staff.call(calls.sendMessage, { params: place, body: { content }, headers: { 'idempotency-key': 'same' } })
    const answers = await Promise.all(Array.from({ length: 10 }, () => send('Uma vez só')))
    expect(new Set(answers.map((answer) => answer.data?.message?.message_id)).size).toBe(1)
    expect(await messagesOf(place)).toHaveLength(2)
    const refused = await staff.refused(calls.sendMessage, {
      params: place,
      body: { content: 'Outra' },
      headers: { 'idempotency-key': 'same' },
    })
    expect(refused).toMatchObject({ status: 409, code: 'VALIDATION_ERROR' })
    expect(await messagesOf(place)).toHaveLength(2)
  })

  it('gives every message of a conversation the next place, without holes, under parallel sends', async () => {
    const place = await createConversation(test, tenant, { history: 'h' })
    const sent = Array.from({ length: 12 }, (_, n) =>
      (n % 2 ? staff : operator).call(calls.sendMessage, {
        params: place,
        body: { content: `Nº ${n}` },
        headers: { 'idempotency-key': `p${n}` },
      }),
    )
    await Promise.all(sent)
    expect((await messagesOf(place)).map((m) => m.seq)).toEqual(Array.from({ length: 13 }, (_, i) => i + 1))
  })

  it('pauses the agent for the lead, with its holder, and keeps the holder of a pause that stands', async () => {
    const place = await createConversation(test, tenant, { history: 'h' })
    await staff.call(calls.sendMessage, { params: place, body: { content: 'Assumo daqui.' } })
    await operator.call(calls.sendMessage, { params: place, body: { content: 'E eu ajudo.' } })
    const lead = (await staff.call(leadCalls.getLead, { params: { id: place.leadId } })).data
    expect(lead).toMatchObject({ pause: true, pause_holder: { id: tenant.staff.id, name: tenant.staff.name } })
  })

  it('refuses an empty, a blank, an overlong and a NUL text, and a text for the wrong lead', async () => {
    const place = await createConversation(test, tenant, { history: 'h' })
    const other = await createConversation(test, tenant, { history: 'h' })
    for (const content of ['', '   ', 'x'.repeat(4_097), 'a\u0000b']) {
      expect(await staff.refused(calls.sendMessage, { params: place, body: { content } })).toMatchObject({
        status: 400,
        code: 'VALIDATION_ERROR',
      })
    }
    const crossed = { leadId: other.leadId, conversationId: place.conversationId }
    expect(await staff.refused(calls.sendMessage, { params: crossed, body: { content: 'Oi' } })).toMatchObject({
      status: 404,
      code: 'RESOURCE_NOT_FOUND',
    })
    expect(await messagesOf(place)).toHaveLength(1)
  })
})
