import { sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { listLeadFiles } from '@prosa/contract/calls/conversations/files'
import { eraseLead } from '@prosa/contract/calls/organisation/privacy'
import { sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import sharp from 'sharp'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { computeSha256, createJpegFile, uploadFile } from '../../../testing/files/upload-file.ts'
import type { Client } from '../../../testing/harness/client.ts'
import type { TestApp } from '../../../testing/harness/test-app.ts'
import { getConversationIdsOfMessage } from '../../../testing/worlds/conversation-ids-of-message.ts'
import { createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'
import { startTestAppWithMeta } from '../../../testing/worlds/whatsapp/meta-test-app.ts'

let test: TestApp
let close: () => Promise<void>
let tenant: TestTenant
let staff: Client

beforeAll(async () => {
  const started = await startTestAppWithMeta()
  ;({ test, close } = started)
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
})
afterAll(() => close())

type Place = Awaited<ReturnType<typeof getConversationIdsOfMessage>>

/** Creates a visitor with a conversation. */
async function aPlace(): Promise<Place> {
  const visitor = await test.client()
  const { data } = await visitor.call(sendWebchatMessage, {
    params: { agentId: tenant.agentId },
    body: { content: 'Oi' },
    headers: { 'idempotency-key': uuid() },
  })
  return getConversationIdsOfMessage(test, data.message.message_id)
}

async function send(place: Place, bytes: Buffer, filename: string, as: 'image' | 'document' = 'image') {
  const file_id = await uploadFile(staff, bytes, filename)
  const { data } = await staff.call(sendMessage, { params: place, body: { content: '', file_id, as } })
  if (!data?.message) throw new Error('The answer has no message')
  return data.message
}

const kept = async (name: string) => Buffer.concat(await test.deps.fileStore.read(tenant.tenantId, name).toArray())
const open = (url: string | null | undefined) => staff.raw({ method: 'GET', url: url ?? '' })

/** Returns an image of noise, which compresses worst. */
const noise = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'white', noise: { type: 'gaussian', mean: 128, sigma: 90 } } })
const flat = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#268' } })

describe('a picture made small', () => {
  it('MEDIA-14 is WebP of at most 640 pixels and 60 kB, upright, and the message says where it is', async () => {
    const place = await aPlace()
    for (const bytes of [
      await noise(1_500, 1_000).jpeg({ quality: 80 }).toBuffer(),
      // An image with EXIF rotation, as cameras store portrait images.
      await flat(1_500, 1_000).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    ]) {
      const message = await send(place, bytes, 'praia.jpg')
      expect(message.attachment?.thumb_url).toBe(`${message.attachment?.url}?size=thumb`)
      for (let again = 0; again < 2; again++) {
        const answer = await open(message.attachment?.thumb_url)
        expect(answer).toMatchObject({
          statusCode: 200,
          headers: { 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' },
        })
        const small = await kept(`thumbs/${computeSha256(bytes)}`)
        expect(small).toHaveLength(Number(answer.headers['content-length']))
        expect(small.length).toBeLessThanOrEqual(60_000)
        const { width, height } = await sharp(small).metadata()
        expect(Math.max(width, height)).toBeLessThanOrEqual(640)
        if (bytes.length < 50_000) expect([width, height]).toEqual([427, 640])
      }
    }
  })

  it('MEDIA-14 is never made of one above 50 megapixels, nor of what only begins as a picture, nor for a stranger @wide', async () => {
    const place = await aPlace()
    const vast = await send(place, await flat(8_000, 6_300).png().toBuffer(), 'mapa.png')
    const broken = await send(place, createJpegFile(3_000, 5), 'a.jpg')
    for (const { attachment } of [vast, broken]) {
      expect((await open(attachment?.thumb_url)).statusCode).toBe(404)
      expect((await open(attachment?.url)).statusCode).toBe(200)
      // The thumbnail is requested with every display, but the original is read only once.
      const read = vi.spyOn(test.deps.fileStore, 'read')
      expect((await open(attachment?.thumb_url)).statusCode).toBe(404)
      expect(read).not.toHaveBeenCalled()
      read.mockRestore()
    }
    const small = await send(place, await flat(900, 900).png().toBuffer(), 'b.png')
    const other = await createTenant(test)
    const stranger = await test.client(other.staff.phone)
    const url = small.attachment?.thumb_url ?? ''
    expect((await stranger.raw({ method: 'GET', url })).statusCode).toBe(404)
    expect((await (await test.client()).raw({ method: 'GET', url })).statusCode).toBe(401)
  })

  it('MEDIA-25 goes with its picture', async () => {
    const place = await aPlace()
    const bytes = await flat(800, 700).png().toBuffer()
    await open((await send(place, bytes, 'c.png')).attachment?.thumb_url)
    const size = () => test.deps.fileStore.getSize(tenant.tenantId, `thumbs/${computeSha256(bytes)}`)
    expect(await size()).toBeGreaterThan(0)
    await (await test.client(tenant.admin.phone)).call(eraseLead, { params: { id: place.leadId } })
    await expect.poll(size, { timeout: 15_000 }).toBeNull()
  })
})

describe('the files of a lead', () => {
  it('are those of its conversation, the newest first, page by page and by kind @wide', async () => {
    const place = await aPlace()
    const sent: string[] = []
    for (let n = 1; n <= 5; n++) {
      const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n%âãÏÓ\n'), Buffer.from(`${n}`)])
      const isPicture = n % 2 === 1
      const message = isPicture
        ? await send(place, createJpegFile(1_000 + n, n), `${n}.jpg`)
        : await send(place, pdf, `${n}.pdf`, 'document')
      sent.unshift(message.message_id)
    }
    const list = (query = {}) => staff.call(listLeadFiles, { params: { id: place.leadId }, query })
    const all = (await list()).data
    expect(all.files.map(({ message_id }) => message_id)).toEqual(sent)
    expect(all.nextCursor).toBeNull()
    expect(all.files[0]).toMatchObject({
      kind: 'image',
      conversation_id: place.conversationId,
      role: 'AI',
      attachment: { filename: '5.jpg', thumb_url: `/api/media/${sent[0]}?size=thumb` },
    })
    const paged: string[] = []
    for (let cursor: string | null | undefined = ''; cursor !== null && cursor !== undefined; ) {
      const { data }: Awaited<ReturnType<typeof list>> = await list({ limit: '2', ...(cursor ? { cursor } : {}) })
      paged.push(...data.files.map(({ message_id }) => message_id))
      cursor = data.nextCursor
    }
    expect(paged).toEqual(sent)
    expect((await list({ kind: 'document' })).data.files.map(({ attachment }) => attachment.filename)).toEqual(['4.pdf', '2.pdf'])
    expect((await staff.refused(listLeadFiles, { params: { id: place.leadId }, query: { cursor: 'x' } })).status).toBe(400)
    expect((await staff.refused(listLeadFiles, { params: { id: uuid() } })).status).toBe(404)
  })
})
