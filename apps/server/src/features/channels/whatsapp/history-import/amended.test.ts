import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  buildHistoryMediaWebhook,
  buildHistoryWebhook,
  MEDIA_PLACEHOLDER,
} from '../../../../testing/doubles/meta-webhooks/meta-history-webhooks.ts'
import {
  buildMessageWebhook,
  buildTextBody,
  getUnixSeconds,
} from '../../../../testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import { waitUntil } from '../../../../testing/harness/wait-until.ts'
import {
  createHistoryImportFixture,
  type HistoryImportFixture,
} from '../../../../testing/worlds/whatsapp/history-import-fixture.ts'
import { createUniquePhone, createUniqueWamid } from '../../../../testing/worlds/whatsapp/whatsapp-fixture.ts'

let desk: HistoryImportFixture
let number: string
let phone: string
/** Meta's ids of a text and an image from the lead. */
let words: string
let picture: string

beforeAll(async () => {
  desk = await createHistoryImportFixture()
  number = desk.phone
  desk.meta.files.set('card', { bytes: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2]), mimeType: 'image/jpeg' })
})
beforeEach(() => {
  phone = createUniquePhone()
  ;[words, picture] = [createUniqueWamid(), createUniqueWamid()]
})
afterAll(() => desk.close())

const begun = getUnixSeconds() - 5_000
const card = { type: 'image', image: { caption: 'meu cartão', mime_type: 'image/jpeg', id: 'card' } }
const handOver = async (last: object = card) => {
  const messages = [
    { id: words, from: phone, at: begun, body: buildTextBody('Quero o de dois quartos') },
    { id: picture, from: phone, at: begun + 1, body: last },
  ]
  await desk.hear(buildHistoryWebhook(number, [{ id: phone, messages }]))
  await desk.placed()
}
const say = (body: object, after: number, id = createUniqueWamid()) =>
  desk.hear(buildMessageWebhook(number, { phone }, id, body, begun + after))
const edit = (original: string, said: string) => ({
  type: 'edit',
  edit: { original_message_id: original, message: buildTextBody(said) },
})
const revoke = (original: string) => ({ type: 'revoke', revoke: { original_message_id: original } })
const seen = async () => (await desk.page(await desk.with(phone))).history
const mediaOf = async (id: string) =>
  (await desk.test.deps.db.system((tx) => tx.db.execute(sql`SELECT FROM media WHERE message_id = ${id}`))).rows

describe('what a lead changes of what was before', () => {
  it('WIRE-04 WIRE-05 is changed there: the newest wording stands; what was taken back has no text, no file, and is read in no answer', async () => {
    await handOver()
    const before = await waitUntil(seen, (history) => !!history[1]?.attachment?.url)
    await say({ ...buildTextBody('É este'), context: { from: number, id: picture } }, 10)
    await waitUntil(seen, (history) => history[2]?.reply_to?.preview === 'meu cartão')
    await say(edit(words, 'Quero o de quatro quartos'), 90)
    await say(edit(words, 'Quero o de três quartos'), 60)
    await say(revoke(picture), 100)
    await say(edit(picture, 'outra legenda'), 120)
    const after = await waitUntil(seen, (history) => !!history[1]?.revoked_at && !!history[0]?.edited_at)
    expect(after).toMatchObject([
      { content: 'Quero o de quatro quartos', edited_at: new Date((begun + 90) * 1_000).toISOString(), source: 'history' },
      { content: '', attachment: null, revoked_at: new Date((begun + 100) * 1_000).toISOString() },
      { content: 'É este', reply_to: { preview: null } },
    ])
    expect(await mediaOf(before[1]?.message_id ?? '')).toEqual([])
    expect((await desk.staff.raw({ method: 'GET', url: before[1]?.attachment?.url ?? '' })).statusCode).toBe(404)
  })

  it('WIRE-05 is seen in the list where nothing was said since; a file that follows does not come back', async () => {
    await handOver(MEDIA_PLACEHOLDER)
    await say(revoke(picture), 30)
    await waitUntil(seen, (history) => !!history[1]?.revoked_at)
    expect(await desk.with(phone)).toMatchObject({ last_message_preview: 'Mensagem apagada pelo lead', unreadCount: 0 })
    await desk.hear(buildHistoryMediaWebhook(number, [{ id: picture, from: phone, at: begun + 1, body: card }]))
    await desk.placed()
    expect((await seen())[1]).toMatchObject({ content: '', attachment: null })
  })

  it('WIRE-04 WIRE-05 before it was handed over is so when it comes, and stays so when the same comes by itself', async () => {
    await say(edit(words, 'Quero o de três quartos'), 60)
    await say(revoke(picture), 30)
    await handOver()
    const [first, second] = await seen()
    expect(first).toMatchObject({ content: 'Quero o de três quartos', edited_at: expect.any(String) })
    expect(second).toMatchObject({ content: '', attachment: null, revoked_at: expect.any(String) })
    expect(await mediaOf(second?.message_id ?? '')).toEqual([])
    await say(buildTextBody('Quero o de dois quartos'), 0, words)
    await say(card, 1, picture)
    const live = await waitUntil(seen, (history) => history.filter(({ seq }) => seq !== undefined).length === 2)
    expect(live).toMatchObject([
      { seq: 1, content: 'Quero o de três quartos', edited_at: expect.any(String) },
      { seq: 2, content: '', attachment: null, revoked_at: expect.any(String) },
    ])
    expect(await mediaOf(live[1]?.message_id ?? '')).toEqual([])
  })

  it('WIRE-05 is the lead’s to change in what it wrote itself, not in what the team wrote', async () => {
    const ours = createUniqueWamid()
    await desk.hear(
      buildHistoryWebhook(number, [
        { id: phone, messages: [{ id: ours, from: null, at: begun, body: buildTextBody('Custa 300 mil') }] },
      ]),
    )
    await desk.placed()
    await say(revoke(ours), 30)
    await say(buildTextBody('Obrigada'), 31)
    const history = await waitUntil(seen, (found) => found.length === 2)
    expect(history[0]).toMatchObject({ content: 'Custa 300 mil' })
    expect(history[0]?.revoked_at).toBeUndefined()
  })
})
