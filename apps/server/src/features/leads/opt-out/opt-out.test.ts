import { sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { getLead } from '@prosa/contract/calls/conversations/leads'
import { exportLead, optOutLead } from '@prosa/contract/calls/organisation/privacy'
import { listTemplates, sendTemplate } from '@prosa/contract/calls/whatsapp/channels'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { leads } from '../../../platform/database/schema/conversations/conversations.ts'
import { auditLog } from '../../../platform/database/schema/organisation/tenants.ts'
import { canSendUnsolicited, OPTED_OUT_MESSAGE } from '../../../platform/leads/unsolicited-messages.ts'
import { buildMessageWebhook, buildTextBody } from '../../../testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import { waitUntil } from '../../../testing/harness/wait-until.ts'
import { deliverTestWebhook } from '../../../testing/worlds/whatsapp/meta-test-app.ts'
import {
  type ConversationIds,
  createUniquePhone,
  createUniqueWamid,
  createWhatsappFixture,
  type WhatsappFixture,
} from '../../../testing/worlds/whatsapp/whatsapp-fixture.ts'
import { applyLeadOptOut } from './set-opt-out.ts'

let desk: WhatsappFixture

beforeAll(async () => {
  desk = await createWhatsappFixture()
  desk.meta.templates.push({
    name: 'retomar',
    language: 'pt_BR',
    status: 'APPROVED',
    category: 'MARKETING',
    components: [{ type: 'BODY', text: 'Podemos continuar?' }],
  })
})
afterAll(() => desk.close())

const optOut = (leadId: string, body: { opt_out: boolean; reason?: string }) =>
  desk.staff.call(optOutLead, { params: { id: leadId }, body })
const optOutOf = async (leadId: string) => (await desk.staff.call(getLead, { params: { id: leadId } })).data.opt_out
const template = { name: 'retomar', language: 'pt_BR' }
const reopen = async ({ leadId, conversationId }: ConversationIds) =>
  (await desk.staff.call(sendTemplate, { params: { leadId, conversationId }, body: template })).data.message.message_id
const audited = (leadId: string) =>
  desk.test.deps.db.tenant(desk.tenant.tenantId, (tx) =>
    tx.db
      .select({ action: auditLog.action, after: auditLog.after, actorId: auditLog.actorId })
      .from(auditLog)
      .where(whereTenant(auditLog, desk.tenant.tenantId, eq(auditLog.subject, leadId))),
  )

describe('a lead that wants no messages', () => {
  it('is noted by a person, once, and lifted for a reason only; both are audited and exported', async () => {
    const { leadId } = await desk.newPlace()
    const noted = (await optOut(leadId, { opt_out: true, reason: 'Pediu por telefone' })).data.opt_out
    expect(noted).toEqual({ at: expect.any(String), by: 'person', words: 'Pediu por telefone' })
    expect((await optOut(leadId, { opt_out: true, reason: 'De novo' })).data.opt_out).toEqual(noted)
    const exported = await (await desk.test.client(desk.tenant.admin.phone)).call(exportLead, { params: { id: leadId } })
    expect(exported.data.lead.opt_out).toEqual(noted)
    for (const reason of [undefined, '  ', 'ok'])
      expect(
        await desk.staff.refused(optOutLead, { params: { id: leadId }, body: { opt_out: false, ...(reason ? { reason } : {}) } }),
      ).toMatchObject({ status: 400, fieldErrors: { reason: expect.stringContaining('por quê') } })
    expect(await optOutOf(leadId)).toEqual(noted)
    expect((await optOut(leadId, { opt_out: false, reason: 'Ligou e pediu as novidades' })).data.opt_out).toBeNull()
    expect(await optOutOf(leadId)).toBeNull()
    expect(await audited(leadId)).toEqual([
      expect.objectContaining({ action: 'lead.opted_out', after: { by: 'person' }, actorId: desk.tenant.staff.id }),
      expect.objectContaining({ action: 'lead.exported' }),
      expect.objectContaining({
        action: 'lead.opted_in',
        after: { by: 'person', reason: 'Ligou e pediu as novidades' },
        actorId: desk.tenant.staff.id,
      }),
    ])
  })

  it('gets no template, in words, and a person’s free text all the same', async () => {
    const place = await desk.newPlace()
    await optOut(place.leadId, { opt_out: true })
    const params = { leadId: place.leadId, conversationId: place.conversationId }
    expect(await desk.staff.refused(sendTemplate, { params, body: template })).toMatchObject({
      status: 409,
      message: OPTED_OUT_MESSAGE,
    })
    expect((await desk.staff.call(listTemplates, { params })).data.templates).toHaveLength(1)
    const { message } = (await desk.staff.call(sendMessage, { params, body: { content: 'Obrigada por avisar.' } })).data ?? {}
    await desk.settled(place, message?.message_id ?? '', 'sent')
    expect((await desk.conversationAt(place)).total_messages).toBe(2)
  })

  it('GUARD-25 a template that waits for its turn does not leave after the wish, and says why', async () => {
    const place = await desk.newPlace()
    desk.meta.plan = () => ({ code: 131_056, status: 400 })
    const id = await reopen(place)
    await waitUntil(
      async () => desk.attemptsOf(id),
      (attempts) => attempts > 0,
    )
    await optOut(place.leadId, { opt_out: true })
    desk.meta.plan = () => 'accept'
    const before = desk.attemptsOf(id)
    await desk.endWaiting()
    await desk.settled(place, id, 'failed')
    expect((await desk.messageAt(place, id))?.delivery_error).toBe(OPTED_OUT_MESSAGE)
    expect(desk.attemptsOf(id)).toBe(before)
    expect(desk.acceptedOf(id)).toEqual([])
  })

  it('GUARD-24 keeps its wish when two leads turn out to be one, whichever of them said it', async () => {
    for (const saidBy of ['older', 'younger'] as const) {
      const phone = createUniquePhone()
      const userId = `BR.${phone}`
      await deliverTestWebhook(
        desk.test,
        buildMessageWebhook(desk.number.phoneNumberId, { phone, name: 'Por telefone' }, createUniqueWamid(), buildTextBody('Oi')),
      )
      const older = await desk.writtenBy(phone, 1)
      const name = `Por id ${saidBy}`
      await deliverTestWebhook(
        desk.test,
        buildMessageWebhook(desk.number.phoneNumberId, { userId, name }, createUniqueWamid(), buildTextBody('Oi')),
      )
      const younger = await waitUntil(async () => (await desk.conversations()).find((c) => c.lead_name === name))
      await optOut((saidBy === 'older' ? older : younger)?.lead_id ?? '', { opt_out: true, reason: saidBy })
      await deliverTestWebhook(
        desk.test,
        buildMessageWebhook(desk.number.phoneNumberId, { phone, userId }, createUniqueWamid(), buildTextBody('Sou eu')),
      )
      await desk.writtenBy(phone, 3)
      expect(await optOutOf(older.lead_id)).toMatchObject({ words: saidBy })
    }
  })

  it('is told by its agent, and lifted when the lead asks for messages', async () => {
    const { leadId } = await desk.newPlace()
    const at = new Date()
    const { tenantId } = desk.tenant
    const note = (optOut: { words: string } | null) =>
      desk.test.deps.db.tenant(tenantId, (tx) => applyLeadOptOut(tx, { tenantId, leadId, at }, optOut))
    await note({ words: 'pare de me escrever' })
    expect(await optOutOf(leadId)).toEqual({ at: at.toISOString(), by: 'lead', words: 'pare de me escrever' })
    await note(null)
    expect(await optOutOf(leadId)).toBeNull()
  })

  it('has one rule for whatever goes out unasked', async () => {
    const row = async (leadId: string) => {
      const [lead] = await desk.test.deps.db.tenant(desk.tenant.tenantId, (tx) =>
        tx.db
          .select()
          .from(leads)
          .where(whereTenant(leads, desk.tenant.tenantId, eq(leads.id, leadId))),
      )
      if (!lead) throw new Error('No such lead')
      return lead
    }
    const { leadId } = await desk.newPlace()
    expect(canSendUnsolicited(await row(leadId))).toBe(true)
    await optOut(leadId, { opt_out: true })
    expect(canSendUnsolicited(await row(leadId))).toBe(false)
  })
})
