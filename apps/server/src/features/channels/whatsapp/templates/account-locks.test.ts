import { deleteWhatsappNumber } from '@prosa/contract/calls/whatsapp/channels'
import { listWhatsappTemplates } from '@prosa/contract/calls/whatsapp/whatsapp-templates'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { whatsappTemplates } from '../../../../platform/database/schema/whatsapp/templates.ts'
import { hasLockWaiter } from '../../../../testing/harness/database/has-lock-waiter.ts'
import { waitUntil } from '../../../../testing/harness/wait-until.ts'
import { createWhatsappFixture } from '../../../../testing/worlds/whatsapp/whatsapp-fixture.ts'
import { findTemplate, lockTemplatesForUpdate, upsertTemplate } from './templates.ts'

it.runIf(process.env.TEST_DATABASE_URL)(
  'TPL-04 a number goes while a template of its account changes: one waits for the other, and none in a ring (needs TEST_DATABASE_URL)',
  async () => {
    const desk = await createWhatsappFixture()
    try {
      const { db } = desk.test.deps
      const { id, wabaId } = desk.number
      const { tenantId } = desk.tenant
      const account = { tenantId, wabaId }
      desk.meta.templates.push({
        name: 'retomar',
        language: 'pt_BR',
        status: 'APPROVED',
        category: 'UTILITY',
        components: [{ type: 'BODY', text: 'Oi' }],
      })
      const [kept] = (await desk.staff.call(listWhatsappTemplates, { params: { id } })).data.templates
      let gone: Promise<unknown> | undefined
      await db.tenant(tenantId, async (tx) => {
        await lockTemplatesForUpdate(tx, account)
        gone = desk.staff.call(deleteWhatsappNumber, { params: { id } })
        await waitUntil(() => hasLockWaiter(tx))
        const row = await findTemplate(tx, account, kept?.id ?? '')
        if (row) await upsertTemplate(tx, { ...row, status: 'PAUSED' })
        expect(row?.name).toBe('retomar')
      })
      await gone
      expect(await db.system((tx) => tx.db.$count(whatsappTemplates, eq(whatsappTemplates.wabaId, wabaId)))).toBe(0)
    } finally {
      await desk.close()
    }
  },
)
