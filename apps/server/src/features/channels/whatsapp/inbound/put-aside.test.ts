import { randomUUID } from 'node:crypto'
import { createAgent } from '@prosa/contract/calls/agents/agent'
import { createWhatsappNumber, deleteWhatsappNumber } from '@prosa/contract/calls/whatsapp/channels'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Tx } from '../../../../platform/database/database.ts'
import { META_TOKEN } from '../../../../testing/doubles/meta/meta-double.ts'
import { buildMessageWebhook, buildTextBody } from '../../../../testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import { waitUntil } from '../../../../testing/harness/wait-until.ts'
import { deliverTestWebhook } from '../../../../testing/worlds/whatsapp/meta-test-app.ts'
import {
  createUniquePhone,
  createUniqueWamid,
  createWhatsappFixture,
  type WhatsappFixture,
} from '../../../../testing/worlds/whatsapp/whatsapp-fixture.ts'
import type { Conversations, IncomingMessage } from '../../../conversations/ports.ts'
import { type ProcessPorts, processEvents } from './process-events.ts'

let desk: WhatsappFixture
beforeAll(async () => {
  desk = await createWhatsappFixture()
})
afterAll(() => desk.close())

const PAYLOAD = '{"message":{"from":"551199","type":"text"}}'

const eventsOf = (numberId: string, sender: string) =>
  desk.test.deps.db.system(async (tx) => {
    const { rows } = await tx.db.execute(sql`
      SELECT key, processed_at IS NOT NULL AS done, failure FROM whatsapp_events
      WHERE number_id = ${numberId} AND sender = ${sender} ORDER BY received_at, place, key`)
    return rows
  })

const keep = (sender: string, ...keys: string[]) =>
  desk.test.deps.db.system(async (tx) => {
    for (const [place, key] of keys.entries())
      await tx.db.execute(sql`
        INSERT INTO whatsapp_events (tenant_id, number_id, key, kind, sender, payload, place, received_at)
        VALUES (${desk.tenant.tenantId}, ${desk.number.id}, ${key}, 'message', ${sender}, ${PAYLOAD}, ${place}, now())`)
  })

/** Returns ports in which the conversations feature runs `store` in the event's transaction. */
const portsWith = (store: (tx: Tx, input: IncomingMessage) => Promise<void>): ProcessPorts => {
  const storeIncoming: Conversations['storeIncomingMessage'] = async (tx, input) => {
    await store(tx, input)
    const message = { message_id: randomUUID(), role: 'humano', content: 'Olá', timestamp: new Date().toISOString() } as const
    return { message, leadId: randomUUID(), conversationId: randomUUID() }
  }
  const notAsked = () => Promise.reject(new Error('Nobody asks for this'))
  return {
    conversations: {
      storeIncomingMessage: storeIncoming,
      storeEcho: storeIncoming,
      findStoredMessage: notAsked,
      linkContactIds: notAsked,
      advanceDeliveryStatus: async () => true,
      setFreeWindow: notAsked,
      editMessage: notAsked,
    },
    costs: { storeMessagePrice: notAsked },
    files: { deleteMessageFiles: notAsked },
    leads: { setOptOutByChannel: notAsked, clearOptOutByChannel: notAsked },
  }
}

it('PROV-04 what the database can never take is put aside with its reason, and what comes after it is worked off', async () => {
  const { tenantId } = desk.tenant
  const sender = 'put-aside'
  await keep(sender, 'message:a', 'message:b', 'message:c')
  const failing = (code: string) => Object.assign(new Error('Failed query'), { cause: Object.assign(new Error(code), { code }) })
  const states: Record<string, string> = { 'message:a': '22P05', 'message:b': '54000' }
  const stored: string[] = []
  const ports = portsWith(async (_tx, { key }) => {
    const state = states[key]
    if (state) throw failing(state)
    stored.push(key)
  })
  await processEvents(desk.test.deps, ports, { tenantId, numberId: desk.number.id, sender })
  expect(stored).toEqual(['message:c'])
  expect(await eventsOf(desk.number.id, sender)).toEqual([
    { key: 'message:a', done: true, failure: 'the database does not take it (22P05)' },
    { key: 'message:b', done: true, failure: 'the database does not take it (54000)' },
    { key: 'message:c', done: true, failure: null },
  ])
  // An unavailable database is no reason to give up a message.
  states['message:d'] = '57P01'
  await keep(sender, 'message:d')
  await expect(processEvents(desk.test.deps, ports, { tenantId, numberId: desk.number.id, sender })).rejects.toThrow()
})

it('a message whose lead is erased while it is worked off is not stored', async () => {
  const { tenantId } = desk.tenant
  const { bus } = desk.test.deps
  const sender = 'erased-meanwhile'
  await keep(sender, 'message:e')
  let isCommitted = false
  const leadId = randomUUID()
  const end = bus.on('lead.changed', (lead) => (isCommitted ||= lead.leadId === leadId))
  const ports = portsWith(async (tx) => {
    await tx.db.execute(sql`DELETE FROM whatsapp_events WHERE sender = ${sender}`)
    tx.emit({ name: 'lead.changed', payload: { tenantId, leadId } })
  })
  await processEvents(desk.test.deps, ports, { tenantId, numberId: desk.number.id, sender })
  end()
  expect(isCommitted).toBe(false)
})

it('PROV-04 a message that Meta tells again after its number was linked to another agent is done, and the next one comes in', async () => {
  const { test, staff, number } = desk
  const phone = createUniquePhone()
  const said = buildMessageWebhook(number.phoneNumberId, { phone, name: 'Repetida' }, createUniqueWamid(), buildTextBody('Olá'))
  await deliverTestWebhook(test, said)
  const before = await desk.writtenBy(phone, 1)
  const agent = (await staff.call(createAgent, { body: { name: 'Outra', type: 'CLOSER', active: false } })).data
  await staff.call(deleteWhatsappNumber, { params: { id: number.id } })
  const again = await staff.call(createWhatsappNumber, {
    body: { agent_id: agent._id, phone_number_id: number.phoneNumberId, waba_id: number.wabaId, access_token: META_TOKEN },
  })
  await deliverTestWebhook(test, said)
  await deliverTestWebhook(
    test,
    buildMessageWebhook(number.phoneNumberId, { phone, name: 'Repetida' }, createUniqueWamid(), buildTextBody('Nova mensagem')),
  )
  const sender = phone.replace(/^(55\d{2})9/, '$1')
  await waitUntil(
    () => eventsOf(again.data.id, sender),
    (events) => events.length === 2 && events.every(({ done }) => done),
  )
  expect((await eventsOf(again.data.id, sender)).map(({ failure }) => failure)).toEqual([null, null])
  const { rows } = await test.deps.db.system((tx) =>
    tx.db.execute(sql`
      SELECT m.content, c.agent_id FROM messages m JOIN conversations c ON c.id = m.conversation_id
      WHERE m.content IN ('Olá', 'Nova mensagem') ORDER BY m.created_at, m.id`),
  )
  expect(rows).toEqual([
    { content: 'Olá', agent_id: before.agent_id },
    { content: 'Nova mensagem', agent_id: agent._id },
  ])
})
