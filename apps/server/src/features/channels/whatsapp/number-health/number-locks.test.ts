import { expect, it } from 'vitest'
import { hasLockWaiter } from '../../../../testing/harness/database/has-lock-waiter.ts'
import { waitUntil } from '../../../../testing/harness/wait-until.ts'
import { createWhatsappFixture } from '../../../../testing/worlds/whatsapp/whatsapp-fixture.ts'
import { markNumberBroken } from '../outbound/handle-send-rejection.ts'
import { storeInspection } from './inspect-number.ts'

it.runIf(process.env.TEST_DATABASE_URL)(
  'WIRE-15 a refusal amid a check is not mended by what Meta had said before it (needs TEST_DATABASE_URL)',
  async () => {
    const desk = await createWhatsappFixture()
    try {
      const { deps } = desk.test
      const { tenantId } = desk.tenant
      const place = { tenantId, numberId: desk.number.id }
      const health = { quality: 'GREEN', canSend: 'AVAILABLE' as const, errors: [] }
      const found = { info: null, refusal: null, health, expiry: null }
      let checked: Promise<unknown> | undefined
      await deps.db.tenant(tenantId, async (tx) => {
        const at = deps.clock.now()
        const refused = { problem: 'payment', reason: 'sem pagamento', saidAt: new Date(at.getTime() + 5_000) } as const
        expect(await markNumberBroken(tx, deps, place, refused, at)).toBe(true)
        checked = deps.db.tenant(tenantId, (other) => storeInspection(other, deps, place, found, { isUserRequest: false, at }))
        await waitUntil(() => hasLockWaiter(tx))
      })
      await checked
      expect((await desk.numbers())[0]).toMatchObject({ status: 'broken', problems: [{ code: 'payment' }] })
    } finally {
      await desk.close()
    }
  },
)
