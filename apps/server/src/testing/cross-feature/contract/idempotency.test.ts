import { createCorrection } from '@prosa/contract/calls/agents/corrections'
import { createSource } from '@prosa/contract/calls/agents/knowledge'
import { allCalls } from '@prosa/contract/calls/all'
import { listConversations, sendMessage } from '@prosa/contract/calls/conversations/conversations'
import * as calendar from '@prosa/contract/calls/organisation/calendar'
import { eraseLead } from '@prosa/contract/calls/organisation/privacy'
import { sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import { sendTemplate } from '@prosa/contract/calls/whatsapp/channels'
import type { Call, CallBody, CallParams, CallResponse } from '@prosa/contract/define-call'
import { type SQL, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GoogleDouble, openGoogleDouble } from '../../doubles/google/google-double.ts'
import { buildMessageWebhook, buildTextBody } from '../../doubles/meta-webhooks/meta-webhook-payloads.ts'
import type { Client } from '../../harness/client.ts'
import type { TestApp } from '../../harness/test-app.ts'
import { waitUntil } from '../../harness/wait-until.ts'
import { sendMessageAndRunTurn } from '../../worlds/agents/send-message-and-run-turn.ts'
import { createTenant, type TestTenant } from '../../worlds/factories.ts'
import { deliverTestWebhook, linkTestNumber, startTestAppWithMeta } from '../../worlds/whatsapp/meta-test-app.ts'

const REUSED_KEY_ERROR = {
  status: 409,
  code: 'VALIDATION_ERROR',
  message: 'Esta chave de envio já foi usada com outro conteúdo.',
}
const MASP = { latitude: -23.561, longitude: -46.656 }

let test: TestApp
let google: GoogleDouble
let close: () => Promise<void>
let tenant: TestTenant
let staff: Client
let visitor: Client
/** A web chat conversation in which the agent has answered, with the answer. */
let answeredConversationIds: { leadId: string; conversationId: string; messageId: string }
let whatsappConversationIds: { leadId: string; conversationId: string }

const queryRows = (query: SQL) => test.deps.db.tenant(tenant.tenantId, async (tx) => (await tx.db.execute(query)).rows)

async function createAnsweredConversation(): Promise<typeof answeredConversationIds> {
  const { leadId, conversationId } = await sendMessageAndRunTurn(test, tenant, 'a', 'Oi, sou a Rita Souza')
  const [said] = await queryRows(
    sql`SELECT id FROM messages WHERE conversation_id = ${conversationId} AND role = 'AI' ORDER BY seq`,
  )
  return { leadId, conversationId, messageId: String(said?.['id']) }
}

async function createWhatsappConversation(phoneNumberId: string): Promise<typeof whatsappConversationIds> {
  const phone = '5521900000001'
  await deliverTestWebhook(test, buildMessageWebhook(phoneNumberId, { phone }, 'wamid.IDEMPOTENCY', buildTextBody('Oi')))
  const find = () => staff.call(listConversations, { params: { agentId: tenant.agentId }, query: { phone } })
  const found = await waitUntil(async () => (await find()).data.conversations.at(0))
  return { leadId: found?.lead_id ?? '', conversationId: found?._id ?? '' }
}

beforeAll(async () => {
  google = await openGoogleDouble()
  const started = await startTestAppWithMeta(google.env)
  ;({ test } = started)
  close = async () => {
    await started.close()
    await google.close()
  }
  const components = [{ type: 'BODY', text: 'Oi {{nome}}, tudo bem?' }]
  started.meta.templates.push({ name: 'retomar', language: 'pt_BR', status: 'APPROVED', category: 'UTILITY', components })
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
  visitor = await test.client()
  answeredConversationIds = await createAnsweredConversation()
  const { phoneNumberId } = await linkTestNumber(test, started.meta, tenant)
  whatsappConversationIds = await createWhatsappConversation(phoneNumberId)
  const { url } = calendar.getCalendarData(await staff.call(calendar.calendarAuthUrl))
  await staff.call(calendar.calendarCallback, { query: google.consent(url) })
})
afterAll(() => close())

/** A call that takes a key, a request of it, and other contents that the same key may not be used with. */
const buildIdempotentRequest = <C extends Call>(
  call: C,
  {
    by = () => staff,
    params,
    body,
    others,
    made,
  }: {
    by?: () => Client
    params: () => CallParams<C>
    body: () => CallBody<C>
    others: (body: CallBody<C>) => CallBody<C>[]
    made: (answer: CallResponse<C>) => string | undefined
  },
) => {
  const input = (key: string, content: CallBody<C>) => ({ params: params(), body: content, headers: { 'idempotency-key': key } })
  return {
    name: call.name,
    /** Whether two users may come with the same key; a visitor's and a meeting's keys are their own. */
    isShared: call.name !== 'sendWebchatMessage' && call.name !== 'calendarCreateEvent',
    others: () => others(body()),
    /** Makes the call. @returns the id of what it made */
    send: async (key: string, content: unknown = body()) => made(await by().call(call, input(key, content as CallBody<C>))),
    refused: (key: string, content: unknown = body(), client = by()) => client.refused(call, input(key, content as CallBody<C>)),
    body,
  }
}

const IDEMPOTENT_CALLS = [
  buildIdempotentRequest(sendMessage, {
    params: () => answeredConversationIds,
    body: () => ({ content: 'Bom dia' }),
    others: (body) => [
      { content: 'Boa tarde' },
      { ...body, reply_to: answeredConversationIds.messageId },
      { content: '', location: MASP },
      { ...body, choices: { kind: 'buttons' as const, options: [{ title: 'Sim' }, { title: 'Não' }] } },
    ],
    made: ({ data }) => data?.message?.message_id,
  }),
  buildIdempotentRequest(sendWebchatMessage, {
    by: () => visitor,
    params: () => ({ agentId: tenant.agentId }),
    body: () => ({ content: 'Bom dia' }),
    others: () => [{ content: 'Boa tarde' }],
    made: ({ data }) => data.message.message_id,
  }),
  buildIdempotentRequest(sendTemplate, {
    params: () => whatsappConversationIds,
    body: () => ({ name: 'retomar', language: 'pt_BR', body: ['Bia'] }),
    others: (body) => [{ ...body, body: ['Caio'] }],
    made: ({ data }) => data.message.message_id,
  }),
  buildIdempotentRequest(createCorrection, {
    params: () => ({ id: tenant.agentId }),
    body: () => ({
      message_id: answeredConversationIds.messageId,
      kind: 'should' as const,
      text: 'Custa R$ 350 mil',
      must: ['R$ 350 mil'],
    }),
    others: (body) => [
      { ...body, text: 'Custa R$ 360 mil' },
      { ...body, must: ['350'] },
      { ...body, kind: 'never' as const },
    ],
    made: ({ data }) => data._id,
  }),
  buildIdempotentRequest(createSource, {
    params: () => ({}),
    body: () => ({ kind: 'text' as const, title: 'Portaria', text: 'A portaria abre às 6h.' }),
    others: (body) => [
      { ...body, title: 'Horários' },
      { ...body, text: 'A portaria abre às 7h.' },
      { ...body, agent_ids: [tenant.agentId] },
    ],
    made: ({ data }) => data._id,
  }),
  buildIdempotentRequest(calendar.calendarCreateEvent, {
    params: () => ({}),
    body: () => ({
      leadId: answeredConversationIds.leadId,
      title: 'Visita',
      start: '2026-12-01T13:00:00.000Z',
      end: '2026-12-01T14:00:00.000Z',
    }),
    others: (body) => [
      { ...body, title: 'Outra visita' },
      { ...body, end: '2026-12-01T15:00:00.000Z' },
      { ...body, description: 'No estande' },
      { ...body, attendees: ['rita@exemplo.com'] },
    ],
    made: (answer) => calendar.getCalendarData(answer).id,
  }),
]

describe.each(IDEMPOTENT_CALLS)('MSG-12 $name', ({ name, isShared, body, others, send, refused }) => {
  const key = `key-${name}`

  it('answers the same request again with what it made, also with other field order and fields that the contract drops', async () => {
    const first = await send(key)
    expect(first).toEqual(expect.any(String))
    expect(await send(key)).toBe(first)
    expect(await send(key, Object.fromEntries([['unknown', 1], ...Object.entries(body() as object).toReversed()]))).toBe(first)
  })

  it('refuses another content under the key, and another user', async () => {
    for (const other of others()) expect(await refused(key, other)).toMatchObject(REUSED_KEY_ERROR)
    if (isShared) expect(await refused(key, body(), await test.client(tenant.admin.phone))).toMatchObject(REUSED_KEY_ERROR)
  })

  it('accepts the key of a row that was stored without a hash', async () => {
    const first = await send(key)
    for (const table of ['messages', 'corrections', 'knowledge_sources', 'meetings'])
      await queryRows(sql`UPDATE ${sql.identifier(table)} SET request_hash = NULL`)
    expect(await send(key)).toBe(first)
    expect(await send(key, others()[0])).toBe(first)
  })
})

it('every call that takes a key stands in the table', () => {
  const names = allCalls.filter(({ acceptsIdempotencyKey }) => acceptsIdempotencyKey).map(({ name }) => name)
  expect(IDEMPOTENT_CALLS.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
})

it('MSG-12 a key of a message is refused for a template', async () => {
  const key = uuid()
  const headers = { 'idempotency-key': key }
  await staff.call(sendMessage, { params: whatsappConversationIds, body: { content: 'Oi Bia, tudo bem?' }, headers })
  const body = { name: 'retomar', language: 'pt_BR', body: ['Bia'] }
  expect(await staff.refused(sendTemplate, { params: whatsappConversationIds, body, headers })).toMatchObject(REUSED_KEY_ERROR)
})

it('a message that is taken back leaves no hash', async () => {
  const headers = { 'idempotency-key': uuid() }
  const { data } = await staff.call(sendMessage, { params: whatsappConversationIds, body: { content: 'Um engano' }, headers })
  const stored = () => queryRows(sql`SELECT channel_id, request_hash FROM messages WHERE id = ${data?.message?.message_id}`)
  const [sent] = await waitUntil(stored, (found) => Boolean(found[0]?.['channel_id']))
  expect(sent?.['request_hash']).toEqual(expect.any(String))
  const { tenantId } = tenant
  const at = test.deps.clock.now()
  const revocation = {
    tenantId,
    channelId: String(sent?.['channel_id']),
    key: 'x',
    sender: 'x',
    byLead: false,
    content: null,
    saidAt: at,
  }
  await test.deps.db.tenant(tenantId, (tx) => test.app.modules.conversations.editMessage(tx, revocation, at))
  expect(await stored()).toMatchObject([{ request_hash: null }])
})

it('erasing a lead erases the hashes of what was sent to it', async () => {
  for (const { name, send } of IDEMPOTENT_CALLS.filter((one) => /Message|Correction|Event/.test(one.name)))
    await send(`erased-${name}`)
  const { leadId, conversationId } = answeredConversationIds
  const hashed = () =>
    queryRows(sql`SELECT 'messages' AS held FROM messages WHERE request_hash IS NOT NULL AND conversation_id = ${conversationId}
      UNION SELECT 'corrections' FROM corrections WHERE request_hash IS NOT NULL
      UNION SELECT 'meetings' FROM meetings WHERE request_hash IS NOT NULL ORDER BY held`)
  expect(await hashed()).toEqual([{ held: 'corrections' }, { held: 'meetings' }, { held: 'messages' }])
  const admin = await test.client(tenant.admin.phone)
  await admin.call(eraseLead, { params: { id: leadId } })
  expect(await hashed()).toEqual([])
})
