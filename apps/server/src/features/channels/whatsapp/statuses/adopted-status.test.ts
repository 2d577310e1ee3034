import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getUnixSeconds } from '../../../../testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import { createWhatsappFixture, type WhatsappFixture } from '../../../../testing/worlds/whatsapp/whatsapp-fixture.ts'
import { applyPendingStatuses, applyStatuses, insertStatuses } from './apply-statuses.ts'
import { parseStatuses } from './webhook-statuses.ts'

let desk: WhatsappFixture

beforeAll(async () => {
  desk = await createWhatsappFixture()
})
afterAll(() => desk.close())

it('WIRE-17 a status that is kept while others are adopted is not taken for one of them, and is applied by who keeps it', async () => {
  const { deps, app } = desk.test
  const place = await desk.newPlace()
  const id = await desk.send(place, 'Olá')
  await desk.settled(place, id, 'sent')
  const channelId = desk.acceptedOf(id)[0]?.id ?? ''
  const { tenantId } = desk.tenant
  const number = { tenantId, numberId: desk.number.id }
  const told = (status: string) =>
    parseStatuses({
      statuses: [{ id: channelId, status, timestamp: String(getUnixSeconds()), recipient_id: place.phone }],
    }).flatMap((one) => one ?? [])
  const at = deps.clock.now()
  await deps.db.tenant(tenantId, (tx) => insertStatuses(tx, number, told('delivered'), at))
  const { conversations, costs, leads } = app.modules
  await deps.db.tenant(tenantId, (tx) =>
    applyPendingStatuses(
      tx,
      number,
      channelId,
      {
        costs,
        conversations: {
          ...conversations,
          advanceDeliveryStatus: async (...args) => {
            await insertStatuses(tx, number, told('read'), at)
            return conversations.advanceDeliveryStatus(...args)
          },
        },
      },
      at,
    ),
  )
  const waiting = await deps.db.system((tx) =>
    tx.db.execute(sql`SELECT status FROM message_statuses WHERE channel_id = ${channelId} AND applied_at IS NULL`),
  )
  expect(waiting.rows).toEqual([{ status: 'read' }])
  await applyStatuses(deps, { conversations, costs, leads }, number, [channelId])
  await desk.settled(place, id, 'read')
})
