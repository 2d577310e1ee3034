import { createSource, getSource } from '@prosa/contract/calls/agents/knowledge'
import { getConversation } from '@prosa/contract/calls/conversations/conversations'
import { listExports, startExport } from '@prosa/contract/calls/reports/exports'
import { sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FinalFailureHandler } from '../../../platform/jobs/job-names.ts'
import { buildMessageWebhook } from '../../doubles/meta-webhooks/meta-webhook-payloads.ts'
import { waitUntil } from '../../harness/wait-until.ts'
import { createConfirmedClient } from '../../worlds/accounts/two-factor-clients.ts'
import { deliverTestWebhook } from '../../worlds/whatsapp/meta-test-app.ts'
import { createWhatsappFixture, type WhatsappFixture } from '../../worlds/whatsapp/whatsapp-fixture.ts'

let desk: WhatsappFixture
beforeAll(async () => {
  desk = await createWhatsappFixture()
})
afterAll(() => desk.close())

const getGiveUps = () => desk.test.app.modules.finalFailureHandlers
const executeAsSystem = (statement: ReturnType<typeof sql>) => desk.test.deps.db.system((tx) => tx.db.execute(statement))
const tenantId = () => desk.tenant.tenantId

it('a file of a lead is refused, and its message says why', async () => {
  const { phone, ...place } = await desk.newPlace()
  desk.meta.files.set('given-up', { bytes: Buffer.from('x'), mimeType: 'video/mp4', failures: 1_000 })
  const video = { type: 'video', video: { id: 'given-up', mime_type: 'video/mp4', sha256: '' } }
  await deliverTestWebhook(desk.test, buildMessageWebhook(desk.number.phoneNumberId, { phone }, 'wamid.GIVENUP', video))
  const find = async () => (await desk.conversationAt(place)).history.find(({ type }) => type === 'video')
  const message = await waitUntil(find)
  await getGiveUps()['fetch-media']({ tenantId: tenantId(), messageId: message?.message_id ?? '' })
  expect((await find())?.attachment).toMatchObject({
    state: 'refused',
    reason: 'Não foi possível ler este arquivo. Peça que o lead envie de novo.',
  })
})

it('a message is not sent and says so, and those after it are', async () => {
  const place = await desk.newPlace()
  const id = await desk.send(place, 'Bom dia')
  await desk.settled(place, id, 'sent')
  await executeAsSystem(sql`UPDATE messages SET delivery = 'queued', attempted_at = NULL WHERE id = ${id}`)
  const job = { tenantId: tenantId(), conversationId: place.conversationId, seq: 0, channel: 'whatsapp' }
  await getGiveUps()['deliver-message'](job)
  const message = await desk.messageAt(place, id)
  expect(message).toMatchObject({ delivery: 'failed' })
  expect(JSON.stringify(message)).toContain('Não foi possível enviar esta mensagem.')
  const next = await desk.send(place, 'Tudo bem?')
  await desk.settled(place, next, 'sent')
})

it('a source of knowledge says that it could not be read', async () => {
  const body = { kind: 'text', title: 'Horários', text: '# Horários\n\nAbrimos às 7h.' } as const
  const { _id: id } = (await desk.staff.call(createSource, { body })).data
  const find = async () => (await desk.staff.call(getSource, { params: { id } })).data
  await waitUntil(find, ({ state }) => state === 'ready')
  await executeAsSystem(sql`UPDATE knowledge_sources SET state = 'reading' WHERE id = ${id}`)
  const { rows } = await executeAsSystem(sql`SELECT revision FROM knowledge_sources WHERE id = ${id}`)
  await getGiveUps()['read-source']({ tenantId: tenantId(), sourceId: id, revision: Number(rows[0]?.['revision']) })
  expect(await find()).toMatchObject({
    state: 'failed',
    error: 'Não foi possível ler esta fonte. Tente de novo mais tarde.',
  })
})

it('an export says that it could not be made', async () => {
  const admin = await createConfirmedClient(desk.test, desk.tenant.admin.phone)
  const { id } = (await admin.call(startExport, { body: { kind: 'audit', format: 'csv' } })).data
  const find = async () => (await admin.call(listExports)).data.exports.find((one) => one.id === id)
  await waitUntil(find, (one) => one?.state === 'ready')
  await executeAsSystem(sql`UPDATE exports SET state = 'running' WHERE id = ${id}`)
  await getGiveUps()['make-export']({ tenantId: tenantId(), exportId: id })
  expect(await find()).toMatchObject({ state: 'failed', reason: 'Não foi possível preparar o arquivo. Tente novamente.' })
})

it('a sender’s event is set aside, and the next one is worked off', async () => {
  const { phone, ...place } = await desk.newPlace()
  const { rows: numbers } = await executeAsSystem(
    sql`SELECT id FROM whatsapp_numbers WHERE phone_number_id = ${desk.number.phoneNumberId}`,
  )
  const numberId = String(numbers[0]?.['id'])
  const event = (key: string, text: string) =>
    executeAsSystem(sql`
    INSERT INTO whatsapp_events (tenant_id, number_id, kind, key, sender, payload, place, received_at)
    VALUES (${tenantId()}, ${numberId}, 'message', ${`message:${key}`}, ${phone},
      ${JSON.stringify({ message: { from: phone, id: key, timestamp: '1', type: 'text', text: { body: text } } })}, 0, clock_timestamp())`)
  await event('wamid.POISON', 'um')
  await event('wamid.NEXT', 'dois')
  await getGiveUps()['receive-whatsapp']({ tenantId: tenantId(), numberId, sender: phone })
  const { params } = { params: { leadId: place.leadId, conversationId: place.conversationId } }
  const said = async () => (await desk.staff.call(getConversation, { params })).data.history.map(({ content }) => content)
  expect(await waitUntil(said, (all) => all.includes('dois'))).not.toContain('um')
  const { rows } = await executeAsSystem(sql`SELECT failure FROM whatsapp_events WHERE key = 'message:wamid.POISON'`)
  expect(rows).toEqual([{ failure: expect.stringContaining('process ended') }])
})

it('what is gone already is left alone, whatever the job', async () => {
  const subjects = ['conversationId', 'messageId', 'fileId', 'numberId', 'sourceId', 'runId', 'exportId', 'sender']
  const data = {
    tenantId: tenantId(),
    channel: 'whatsapp',
    revision: 1,
    ...Object.fromEntries(subjects.map((key) => [key, uuid()])),
  }
  for (const giveUp of Object.values(getGiveUps()) as FinalFailureHandler<never>[])
    await expect(giveUp(data as never)).resolves.toBeUndefined()
})
