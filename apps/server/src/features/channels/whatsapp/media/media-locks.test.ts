import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getAdImageId } from '../../../../platform/files/ad-image-id.ts'
import { computeSha256 } from '../../../../testing/files/upload-file.ts'
import { hasLockWaiter } from '../../../../testing/harness/database/has-lock-waiter.ts'
import { waitUntil } from '../../../../testing/harness/wait-until.ts'
import { createWhatsappFixture, type WhatsappFixture } from '../../../../testing/worlds/whatsapp/whatsapp-fixture.ts'
import { downloadAdImage } from './ad-image.ts'
import { fetchMediaFile } from './media-files.ts'

let desk: WhatsappFixture
beforeAll(async () => {
  desk = await createWhatsappFixture()
})
afterAll(() => desk.close())

const BYTES = Buffer.from('uma foto')

// On the embedded database with its single connection nothing runs concurrently.
describe.runIf(process.env.TEST_DATABASE_URL)('on a PostgreSQL server (needs TEST_DATABASE_URL)', () => {
  it.each([
    { what: 'a file', ownerOf: (messageId: string) => messageId },
    { what: 'the picture of an advertisement', ownerOf: getAdImageId },
  ])(
    'PROV-04 WIRE-21 $what that comes in waits for its conversation before it is held: who takes its message back meanwhile gets it',
    async ({ ownerOf }) => {
      const { test, meta, tenant } = desk
      const { tenantId } = tenant
      const place = await desk.newPlace()
      const [message] = (await desk.conversationAt(place)).history
      const messageId = message?.message_id ?? ''
      const mediaId = ownerOf(messageId)
      meta.files.set('PHOTO', { bytes: BYTES, mimeType: 'image/jpeg' })
      await test.deps.db.system((tx) =>
        tx.db.execute(sql`
        INSERT INTO media (tenant_id, message_id, number_id, provider_id, kind, state, created_at)
        SELECT ${tenantId}, ${mediaId}, id, 'PHOTO', 'image', 'waiting', now() FROM whatsapp_numbers WHERE tenant_id = ${tenantId}`),
      )
      const { conversations, files } = test.app.modules
      const fetching = await test.deps.db.tenant(tenantId, async (tx) => {
        await tx.db.execute(sql`SELECT FROM conversations WHERE id = ${place.conversationId} FOR UPDATE`)
        const url = new URL('/pictures/PHOTO', meta.url).href
        const fetch = mediaId === messageId ? fetchMediaFile : downloadAdImage
        const asked = fetch(test.deps, { conversations, files }, { tenantId, messageId, url })
        await waitUntil(() => hasLockWaiter(tx))
        await tx.db.execute(sql`SELECT FROM media WHERE message_id = ${mediaId} FOR UPDATE NOWAIT`)
        await files.deleteMessageFiles(tx, tenantId, { leadId: place.leadId, messageIds: [mediaId], visitor: null })
        // Wrapped in an object, because returning the promise itself would wait for it here.
        return { asked }
      })
      await fetching.asked
      expect((await desk.messageAt(place, messageId))?.attachment ?? null).toBeNull()
      // No data of the deleted message is left.
      for (const name of [computeSha256(BYTES), `incoming/${mediaId}/whole`])
        expect(await test.deps.fileStore.getSize(tenantId, name)).toBeNull()
    },
  )
})
