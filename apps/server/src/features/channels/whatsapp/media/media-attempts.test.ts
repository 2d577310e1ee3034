import { deleteWhatsappNumber } from '@prosa/contract/calls/whatsapp/channels'
import { sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type ConversationIds,
  createWhatsappFixture,
  type WhatsappFixture,
} from '../../../../testing/worlds/whatsapp/whatsapp-fixture.ts'
import { fetchMediaFile } from './media-files.ts'

let desk: WhatsappFixture
beforeAll(async () => {
  desk = await createWhatsappFixture()
})
afterAll(() => desk.close())

const UNFETCHED = 'Não foi possível buscar este arquivo. Peça que o lead envie de novo.'

/** Creates a lead's message with a file that is not downloaded yet and has no download job. */
async function awaited(providerId: string, numberId = desk.number.id) {
  const { test, tenant } = desk
  const { tenantId } = tenant
  const place = await desk.newPlace()
  const messageId = (await desk.conversationAt(place)).history[0]?.message_id ?? ''
  await test.deps.db.system((tx) =>
    tx.db.execute(sql`
      INSERT INTO media (tenant_id, message_id, number_id, provider_id, kind, state, created_at)
      VALUES (${tenantId}, ${messageId}, ${numberId}, ${providerId}, 'image', 'waiting', now())`),
  )
  const fetch = (failures = 0, deps = test.deps) => fetchMediaFile(deps, test.app.modules, { tenantId, messageId }, failures)
  return { place, messageId, fetch }
}
const stateOf = async (messageId: string) => {
  const { rows } = await desk.test.deps.db.system((tx) =>
    tx.db.execute(sql`SELECT state, reason FROM media WHERE message_id = ${messageId}`),
  )
  return rows[0]
}
const shown = async (place: ConversationIds, messageId: string) => (await desk.messageAt(place, messageId))?.attachment

it('PROV-04 a file that another attempt has brought meanwhile stays, whatever a late one finds', async () => {
  desk.meta.files.set('TWICE', { bytes: Buffer.from('duas vezes'), mimeType: 'image/jpeg' })
  const { place, messageId, fetch } = await awaited('TWICE')
  const { deps } = desk.test
  await fetch(0, {
    ...deps,
    whatsapp: {
      ...deps.whatsapp,
      fetchMedia: async () => {
        await fetch()
        return { kind: 'never', reason: 'altered' }
      },
    },
  })
  expect(await stateOf(messageId)).toEqual({ state: 'stored', reason: null })
  expect(await shown(place, messageId)).toMatchObject({ state: 'stored', url: `/api/media/${messageId}` })
  const served = await desk.staff.raw({ method: 'GET', url: `/api/media/${messageId}` })
  expect([served.statusCode, served.body]).toEqual([200, 'duas vezes'])
})

it('PROV-04 a file that did not come in a week of attempts is gone, and its message says so', async () => {
  desk.meta.files.set('NEVER', { bytes: Buffer.from('nunca'), mimeType: 'image/jpeg', failures: 99 })
  const { place, messageId, fetch } = await awaited('NEVER')
  for (const failures of [0, 100]) await expect(fetch(failures)).rejects.toThrow('did not give')
  expect(await stateOf(messageId)).toMatchObject({ state: 'waiting' })
  await fetch(164)
  expect(await stateOf(messageId)).toEqual({ state: 'refused', reason: UNFETCHED })
  expect(await shown(place, messageId)).toMatchObject({ state: 'refused', reason: UNFETCHED })
})

it('PROV-04 so is one whose number was unlinked before it came', async () => {
  const unknown = await awaited('OTHER', uuid())
  const { place, messageId, fetch } = await awaited('LAST')
  await desk.staff.call(deleteWhatsappNumber, { params: { id: desk.number.id } })
  for (const one of [unknown, { place, messageId, fetch }]) {
    await one.fetch()
    expect(await stateOf(one.messageId)).toEqual({ state: 'refused', reason: UNFETCHED })
    expect(await shown(one.place, one.messageId)).toMatchObject({ state: 'refused', reason: UNFETCHED })
  }
})
