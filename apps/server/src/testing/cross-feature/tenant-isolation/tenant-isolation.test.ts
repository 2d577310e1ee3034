import { allCalls } from '@prosa/contract/calls/all'
import { inviteUser } from '@prosa/contract/calls/organisation/users'
import { createWhatsappSignup } from '@prosa/contract/calls/whatsapp/whatsapp-signup'
import type { Call } from '@prosa/contract/define-call'
import { buildPath } from '@prosa/contract/http'
import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sealAuditLog } from '../../../features/audit/seal-audit-log.ts'
import { messages } from '../../../platform/database/schema/conversations/conversations.ts'
import { passkeys, presences } from '../../../platform/database/schema/organisation/accounts.ts'
import { exports } from '../../../platform/database/schema/organisation/tenants.ts'
import type { MetaDouble } from '../../doubles/meta/meta-double.ts'
import { uploadFile } from '../../files/upload-file.ts'
import type { Client } from '../../harness/client.ts'
import { snapshotTenantRows } from '../../harness/database/snapshot-tenant-rows.ts'
import type { TestApp } from '../../harness/test-app.ts'
import { openTestSocket, type TestSocket } from '../../harness/test-socket.ts'
import { waitUntil } from '../../harness/wait-until.ts'
import { createConversation, createTenant, type TestConversation, type TestTenant } from '../../worlds/factories.ts'
import { linkTestNumber, startTestAppWithMeta } from '../../worlds/whatsapp/meta-test-app.ts'
import { CALLS_WITHOUT_SUBJECT, LINK_TOKEN_CALLS, PUBLIC_WEBCHAT_CALLS } from './calls-without-subject.ts'
import { buildCorrectionCallInputs, createTestCorrection } from './correction-call-inputs.ts'
import { buildKnowledgeCallInputs, createTestKnowledge } from './knowledge-call-inputs.ts'
import { buildWhatsappCallInputs } from './whatsapp-call-inputs.ts'

let test: TestApp
let victim: TestTenant
let victimConversation: TestConversation
let messageId: string
let intruder: Client
let sessionId: string
let invitationId: string
let invitedId: string
let numberId: string
let signupId: string
let passkeyId: string
let fileId: string
let exportId: string
let correctionId: string
let runId: string
let knowledge: { sourceId: string; passageId: string; questionId: string }
let meta: MetaDouble
let close: () => Promise<void>
/** Socket of a user of the victim tenant. */
let socket: TestSocket
/** Events and messages about the victim or sent to it. */
const leakedEvents: string[] = []

beforeAll(async () => {
  const started = await startTestAppWithMeta()
  ;({ test, meta } = started)
  close = started.close
  victim = await createTenant(test)
  victimConversation = await createConversation(test, victim, {
    history: 'hah',
    name: 'Segredo Absoluto',
    phone: '+5511987650000',
  })
  const [message] = await test.deps.db.tenant(victim.tenantId, (tx) =>
    tx.db.select().from(messages).where(eq(messages.conversationId, victimConversation.conversationId)).limit(1),
  )
  messageId = message?.id ?? ''
  const inviter = await test.client()
  sessionId = (await inviter.signIn(victim.staff.phone, 'Senha@123')).refreshToken
  const invited = await inviter.call(inviteUser, {
    body: { email: 'nova@exemplo.com', tenantDomain: victim.domain, role: 'staff' },
  })
  invitationId = invited.data?.invitation?.id ?? ''
  invitedId = invited.data?.invitation?.user.id ?? ''
  passkeyId = uuid()
  await test.deps.db.tenant(victim.tenantId, (tx) =>
    tx.db.insert(passkeys).values({
      tenantId: victim.tenantId,
      id: passkeyId,
      userId: victim.staff.id,
      name: 'Chave',
      credentialId: 'chave',
      publicKey: new Uint8Array(),
      counter: 0,
      transports: [],
    }),
  )
  ;({ correctionId, runId } = await createTestCorrection(test, victim))
  knowledge = await createTestKnowledge(test, victim.tenantId)
  fileId = await uploadFile(inviter, Buffer.from('Segredo de um arquivo'), 'segredo.txt')
  exportId = uuid()
  await test.deps.db.tenant(victim.tenantId, (tx) =>
    tx.db.insert(exports).values({
      tenantId: victim.tenantId,
      id: exportId,
      userId: victim.staff.id,
      kind: 'audit',
      format: 'csv',
      filter: {},
      filename: 'segredo.csv',
      state: 'ready',
      expiresAt: new Date(Date.now() + 3_600_000),
    }),
  )
  numberId = (await linkTestNumber(test, meta, victim)).id
  const signup = { agent_id: victim.agentId, mode: 'api', history_days: 0 } as const
  signupId = (await inviter.call(createWhatsappSignup, { body: signup })).data.id
  intruder = await test.client((await createTenant(test)).staff.phone)
  const origin = await test.listen()
  socket = await openTestSocket(origin, inviter)
  await socket.send('join_user_room', { userId: victim.staff.id, tenantId: victim.tenantId })
  await socket.send('join_conversation', {
    leadId: victimConversation.leadId,
    userId: victim.staff.id,
    tenantId: victim.tenantId,
  })
  // Waits for the presence row, which is written in the background.
  await waitUntil(() => test.deps.db.tenant(victim.tenantId, (tx) => tx.db.$count(presences)))
  socket.socket.onAny((name: string) => leakedEvents.push(`socket: ${name}`))
  socket.socket.on('disconnect', () => leakedEvents.push('socket: cut'))
  test.deps.bus.onPublished(({ name, payload }) => {
    if (!('tenantId' in payload) || payload.tenantId === victim.tenantId) leakedEvents.push(`event: ${name}`)
  })
})
afterAll(async () => {
  socket.close()
  await close()
})

interface CallInputPair {
  params?: Record<string, [string, string]>
  query?: Record<string, [string, string]>
  body?: Record<string, [unknown, unknown]>
}
const messageInput = (): CallInputPair => ({
  params: {
    leadId: [victimConversation.leadId, uuid()],
    conversationId: [victimConversation.conversationId, uuid()],
    messageId: [messageId, uuid()],
  },
})
const voiceInput = (): CallInputPair => ({ params: { messageId: [messageId, uuid()] } })
const personInput = (): CallInputPair => ({ params: { id: [victim.operator.id, uuid()] } })

/** Inputs of each call with an id of the victim tenant and an unknown id of the same form. */
const INPUTS_BY_CALL: Record<string, () => CallInputPair> = {
  listAudit: () => ({ query: { subject: [victimConversation.leadId, uuid()], actor: [victim.admin.id, uuid()] } }),
  startExport: () => ({
    body: {
      kind: ['audit', 'audit'],
      format: ['csv', 'csv'],
      filter: [{ subject: victimConversation.leadId }, { subject: uuid() }],
    },
  }),
  downloadExport: () => ({ params: { id: [exportId, uuid()] } }),
  getMedia: voiceInput,
  getAgent: () => ({ params: { id: [victim.agentId, uuid()] } }),
  updateAgent: () => ({ params: { id: [victim.agentId, uuid()] }, body: { name: ['Tomada', 'Tomada'] } }),
  tryAgent: () => ({
    params: { id: [victim.agentId, uuid()] },
    body: { messages: [[{ role: 'humano', content: 'Oi' }], [{ role: 'humano', content: 'Oi' }]] },
  }),
  ...buildCorrectionCallInputs(() => ({ agentId: victim.agentId, messageId, correctionId, runId })),
  listConversations: () => ({
    params: { agentId: [victim.agentId, uuid()] },
    query: { lead_id: [victimConversation.leadId, uuid()] },
  }),
  getConversation: () => ({
    params: { leadId: [victimConversation.leadId, uuid()], conversationId: [victimConversation.conversationId, uuid()] },
  }),
  getConversationCost: () => ({
    params: { leadId: [victimConversation.leadId, uuid()], conversationId: [victimConversation.conversationId, uuid()] },
  }),
  searchMessages: () => ({ query: { q: ['Segredo', 'Segredo'], lead_id: [victimConversation.leadId, uuid()] } }),
  getMessageInfo: messageInput,
  getTranscript: voiceInput,
  askTranscript: voiceInput,
  setReaction: () => ({ ...messageInput(), body: { emoji: ['👍', '👍'] } }),
  sendMessage: () => ({
    params: { leadId: [victimConversation.leadId, uuid()], conversationId: [victimConversation.conversationId, uuid()] },
    body: { content: ['Oi', 'Oi'] },
  }),
  setAttention: () => ({
    params: { leadId: [victimConversation.leadId, uuid()], conversationId: [victimConversation.conversationId, uuid()] },
    body: { needs_attention: [true, true] },
  }),
  unreadCountsFor: () => ({ body: { conversationIds: [[victimConversation.conversationId], [uuid()]] } }),
  markRead: () => ({
    params: { conversationId: [victimConversation.conversationId, uuid()] },
    body: { leadId: [victimConversation.leadId, uuid()] },
  }),
  listLeads: () => ({ query: { agent_id: [victim.agentId, uuid()], search: ['Segredo', 'Inexistente'] } }),
  getLead: () => ({ params: { id: [victimConversation.leadId, uuid()] } }),
  getLeadByPhone: () => ({ params: { phone: ['5511987650000', '5511900009999'] } }),
  pauseLead: () => ({ params: { id: [victimConversation.leadId, uuid()] }, body: { pause: [true, true] } }),
  putFilePart: () => ({ params: { id: [fileId, uuid()], n: ['1', '1'] } }),
  getFile: () => ({ params: { id: [fileId, uuid()] } }),
  deleteFile: () => ({ params: { id: [fileId, uuid()] } }),
  listLeadFiles: () => ({ params: { id: [victimConversation.leadId, uuid()] } }),
  ...buildKnowledgeCallInputs(() => ({ ...knowledge, agentId: victim.agentId, messageId })),
  exportLead: () => ({ params: { id: [victimConversation.leadId, uuid()] } }),
  eraseLead: () => ({ params: { id: [victimConversation.leadId, uuid()] } }),
  optOutLead: () => ({ params: { id: [victimConversation.leadId, uuid()] }, body: { opt_out: [true, true] } }),
  archiveLead: () => ({ params: { id: [victimConversation.leadId, uuid()] }, body: { archive: [true, true] } }),
  cancelInvitation: () => ({ params: { id: [invitationId, uuid()] } }),
  generateInvitationToken: () => ({ body: { userId: [invitedId, uuid()] } }),
  inviteUser: () => ({
    body: { email: ['x@exemplo.com', 'x@exemplo.com'], tenantDomain: [victim.domain, 'nenhum.test'], role: ['staff', 'staff'] },
  }),
  listPeople: () => ({ query: { tenant_id: [victim.tenantId, uuid()], search: ['Ana', 'Ana'] } }),
  updatePerson: () => ({ ...personInput(), body: { name: ['Tomada', 'Tomada'] } }),
  getPerson: personInput,
  switchOffPerson: personInput,
  switchOnPerson: personInput,
  endPersonSessions: personInput,
  removeSecondStep: personInput,
  makeResetLink: personInput,
  getTenant: () => ({ params: { id: [victim.tenantId, uuid()] } }),
  getTenantByDomain: () => ({ params: { domain: [victim.domain, 'nenhum.test'] } }),
  updateTenant: () => ({ params: { id: [victim.tenantId, uuid()] }, body: { name: ['Tomado', 'Tomado'] } }),
  listTenants: () => ({ query: { search: [victim.domain, 'nenhum.test'] } }),
  dashboardSummary: () => ({
    query: { from: ['2026-01-01', '2026-01-01'], to: ['2026-01-31', '2026-01-31'], agent_id: [victim.agentId, uuid()] },
  }),
  calendarCreateEvent: () => ({
    body: {
      leadId: [victimConversation.leadId, uuid()],
      title: ['Visita', 'Visita'],
      start: ['2030-01-01T10:00:00Z', '2030-01-01T10:00:00Z'],
      end: ['2030-01-01T11:00:00Z', '2030-01-01T11:00:00Z'],
    },
  }),
  renamePasskey: () => ({ params: { id: [passkeyId, uuid()] }, body: { name: ['Tomada', 'Tomada'] } }),
  deletePasskey: () => ({ params: { id: [passkeyId, uuid()] } }),
  endSession: () => ({ params: { id: [sessionId, uuid()] } }),
  ...buildWhatsappCallInputs(() => ({ numberId, signupId, agentId: victim.agentId, tenantId: victim.tenantId })),
  listTemplates: () => ({
    params: { leadId: [victimConversation.leadId, uuid()], conversationId: [victimConversation.conversationId, uuid()] },
  }),
  sendTemplate: () => ({
    params: { leadId: [victimConversation.leadId, uuid()], conversationId: [victimConversation.conversationId, uuid()] },
    body: { name: ['oi', 'oi'], language: ['pt_BR', 'pt_BR'] },
  }),
}

const pickInputs = (subject: Record<string, [unknown, unknown]> | undefined, which: 0 | 1) =>
  Object.fromEntries(Object.entries(subject ?? {}).map(([name, pair]) => [name, pair[which]]))

async function callWithInput(call: Call, which: 0 | 1) {
  const subject = INPUTS_BY_CALL[call.name]?.() ?? {}
  const query = new URLSearchParams(pickInputs(subject.query, which) as Record<string, string>).toString()
  const path = buildPath(call.path, pickInputs(subject.params, which) as Record<string, string>)
  const { statusCode, body } = await intruder.raw({
    method: call.method,
    url: `/api${path}${query ? `?${query}` : ''}`,
    ...(subject.body ? { payload: pickInputs(subject.body, which) } : {}),
  })
  const volatile = /"(timestamp|server_time)":"[^"]*",?/g
  const named = new RegExp(`${victimConversation.conversationId}|${victimConversation.leadId}`, 'g')
  return { statusCode, body: body.replace(volatile, ''), leaks: named.test(body) || /Segredo/.test(body) }
}

async function isBuilt(call: Call): Promise<boolean> {
  const path = buildPath(
    call.path,
    Object.fromEntries([...call.path.matchAll(/:([a-zA-Z]+)/g)].map(([, name]) => [name, uuid()])),
  )
  const { statusCode } = await intruder.raw({ method: call.method, url: `/api${path}` })
  return statusCode !== 501
}

describe('tenant isolation', () => {
  it('every call is in the table, or is not there yet and says so with 501', async () => {
    const listed = new Set([
      ...Object.keys(INPUTS_BY_CALL),
      ...CALLS_WITHOUT_SUBJECT,
      ...PUBLIC_WEBCHAT_CALLS,
      ...LINK_TOKEN_CALLS,
    ])
    const missing = []
    for (const call of allCalls) {
      if (!listed.has(call.name) && (await isBuilt(call))) missing.push(call.name)
    }
    expect(missing).toEqual([])
  })

  it('ROLE-08 AGENTS-02 another tenant’s id gets exactly what an unknown id gets, on every call', async () => {
    for (const call of allCalls.filter(({ name }) => name in INPUTS_BY_CALL)) {
      const foreign = await callWithInput(call, 0)
      const unknown = await callWithInput(call, 1)
      expect({ call: call.name, ...foreign }).toEqual({ call: call.name, ...unknown })
      expect({ call: call.name, leaks: foreign.leaks }).toEqual({ call: call.name, leaks: false })
    }
  })

  it('another tenant’s id, on every call, changes no row of that tenant, and tells nobody there anything @wide', async () => {
    // Seals the earlier audit entries first, because sealing changes their rows.
    await sealAuditLog(test.deps)
    for (const call of allCalls.filter(({ name }) => name in INPUTS_BY_CALL)) {
      const before = await snapshotTenantRows(test.deps.db, victim.tenantId)
      await callWithInput(call, 0)
      // Events of the call would arrive before this acknowledgement, because they use the same connection and process.
      if (socket.socket.connected) await socket.send('leave_conversation', { leadId: uuid() })
      expect({ call: call.name, told: leakedEvents }).toEqual({ call: call.name, told: [] })
      expect({ call: call.name, rows: await snapshotTenantRows(test.deps.db, victim.tenantId) }).toEqual({
        call: call.name,
        rows: before,
      })
    }
  })
})
