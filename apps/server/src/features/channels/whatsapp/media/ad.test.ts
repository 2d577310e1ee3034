import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { eraseLead, exportLead } from '@prosa/contract/calls/organisation/privacy'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildMessageWebhook, buildTextBody } from '../../../../testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import { waitUntil } from '../../../../testing/harness/wait-until.ts'
import { deliverTestWebhook } from '../../../../testing/worlds/whatsapp/meta-test-app.ts'
import {
  createUniquePhone,
  createUniqueWamid,
  createWhatsappFixture,
  type WhatsappFixture,
} from '../../../../testing/worlds/whatsapp/whatsapp-fixture.ts'

let desk: WhatsappFixture
beforeAll(async () => {
  desk = await createWhatsappFixture()
})
afterAll(() => desk.close())

const referral = {
  source_url: 'https://fb.me/3cr4Wqqkv',
  source_id: '120212345678901234567',
  source_type: 'ad',
  headline: 'Apartamentos na planta',
  body: 'Entrada facilitada',
  media_type: 'image',
  ctwa_clid: 'Aff-n8ZTODiE79d22KtAwQKj9e',
  welcome_message: { text: 'Olá! Como podemos ajudar?' },
}
const pictureAt = (id: string) => new URL(`/pictures/${id}`, desk.meta.url).href

/** Creates a lead whose first message comes from an advertisement. */
async function comeFrom(ad: object) {
  const phone = createUniquePhone()
  await deliverTestWebhook(
    desk.test,
    buildMessageWebhook(desk.number.phoneNumberId, { phone }, createUniqueWamid(), {
      ...buildTextBody('Vi o anúncio'),
      referral: ad,
    }),
  )
  const place = await desk.writtenBy(phone, 1)
  const first = async () => (await desk.historyOf(place))[0]
  return { place, first, params: { id: place.lead_id } }
}

it('WIRE-21 an advertisement is kept whole, and its picture copied at once from Meta’s hosts, without a token @wide', async () => {
  const bytes = Buffer.from('the picture of an advertisement')
  desk.meta.files.set('ad1', { bytes, mimeType: 'image/jpeg' })
  desk.meta.files.set('ad2', { bytes: Buffer.from('of a film'), mimeType: 'image/jpeg', failures: 1 })
  const { first, params } = await comeFrom({ ...referral, image_url: pictureAt('ad1') })
  const shown = await waitUntil(first, (message) => !!message?.ad?.picture)
  expect(shown?.ad).toEqual({
    source_id: referral.source_id,
    headline: referral.headline,
    body: referral.body,
    url: referral.source_url,
    picture: expect.stringMatching(/^\/api\/media\/[0-9a-f-]{36}$/),
  })
  const url = shown?.ad?.picture ?? ''
  const file = await desk.staff.raw({ method: 'GET', url })
  expect([file.statusCode, file.headers['content-type'], file.body]).toEqual([200, 'image/jpeg', bytes.toString()])
  expect(desk.meta.pictureAsks).toEqual([null])
  const kept = (await (await desk.test.client(desk.tenant.admin.phone)).call(exportLead, { params })).data
  expect(kept.conversations[0]?.messages[0]?.meta).toMatchObject({ referral })
  expect(kept.media.map((one) => one.url)).toEqual([url])

  const film = await comeFrom({ ...referral, media_type: 'video', thumbnail_url: pictureAt('ad2') })
  await waitUntil(film.first, (message) => !!message?.ad?.picture)
})

it.each([
  ['from another host', () => 'https://evil.example/ad.jpg'],
  ['that is none', () => pictureAt('page')],
  ['that is gone', () => pictureAt('nowhere')],
])('WIRE-21 a picture %s is left there, and the advertisement is told without it', async (_what, address) => {
  desk.meta.files.set('page', { bytes: Buffer.from('<html>'), mimeType: 'text/html' })
  desk.meta.files.set('nowhere', { bytes: Buffer.from(''), mimeType: 'image/png', expired: 99 })
  const { first } = await comeFrom({ ...referral, image_url: address() })
  const { rows } = await waitUntil(
    () =>
      desk.test.deps.db.system((tx) =>
        tx.db.execute(sql`SELECT state, reason FROM media WHERE state = 'refused' ORDER BY created_at DESC`),
      ),
    (found) => found.rows.length > 0,
  )
  expect(rows[0]).toMatchObject({ state: 'refused' })
  expect((await first())?.ad).toMatchObject({ headline: referral.headline, picture: null })
  await desk.test.deps.db.system((tx) => tx.db.execute(sql`DELETE FROM media WHERE state = 'refused'`))
})

it('WIRE-21 erasing the lead takes the picture too', async () => {
  const bytes = Buffer.from('only of this lead')
  const content = createHash('sha256').update(bytes).digest('hex')
  desk.meta.files.set('ad3', { bytes, mimeType: 'image/png' })
  const { first, params } = await comeFrom({ ...referral, image_url: pictureAt('ad3') })
  const url = (await waitUntil(first, (message) => !!message?.ad?.picture))?.ad?.picture ?? ''
  await (await desk.test.client(desk.tenant.admin.phone)).call(eraseLead, { params })
  expect((await desk.staff.raw({ method: 'GET', url })).statusCode).toBe(404)
  const onDisk = () => readdirSync(join(desk.test.deps.config.dataDir, 'media'), { recursive: true, encoding: 'utf8' })
  await waitUntil(onDisk, (names) => !names.some((name) => name.endsWith(content)))
})
