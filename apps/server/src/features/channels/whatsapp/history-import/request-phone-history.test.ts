import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { linkTestNumber } from '../../../../testing/worlds/whatsapp/meta-test-app.ts'
import { createWhatsappFixture, type WhatsappFixture } from '../../../../testing/worlds/whatsapp/whatsapp-fixture.ts'
import { requestPhoneHistory } from './request-phone-history.ts'

let desk: WhatsappFixture
let place: { tenantId: string; numberId: string }
let phoneNumberId: string

beforeAll(async () => {
  desk = await createWhatsappFixture()
})
afterAll(() => desk.close())
beforeEach(async () => {
  const number = await linkTestNumber(desk.test, desk.meta, desk.tenant)
  place = { tenantId: desk.tenant.tenantId, numberId: number.id }
  phoneNumberId = number.phoneNumberId
  desk.meta.syncPlan = () => 'accept'
  await set(sql`mode = 'coexistence', history_days = 180, onboarded_at = now()`)
})

const set = (what: ReturnType<typeof sql>) =>
  desk.test.deps.db.system((tx) => tx.db.execute(sql`UPDATE whatsapp_numbers SET ${what} WHERE id = ${place.numberId}`))
const ask = () => requestPhoneHistory(desk.test.deps, place)
const asked = () => desk.meta.syncs.filter((one) => one.phoneNumberId === phoneNumberId).map(({ syncType }) => syncType)
const sync = async () => (await desk.numbers()).find(({ id }) => id === place.numberId)?.sync

describe('asking a phone for what it has', () => {
  it('NUM-08 each kind is asked for once, the address book first', async () => {
    await ask()
    await ask()
    expect(asked()).toEqual(['smb_app_state_sync', 'history'])
    expect(await sync()).toMatchObject({ state: 'running', progress: 0 })
  })

  it('NUM-08 an answer that did not come back is a doubt: a second time that is refused as such was a yes', async () => {
    desk.meta.syncPlan = (_kind, attempt) => (attempt === 1 ? 'accept-then-reset' : 'accept')
    await expect(ask()).rejects.toThrow()
    await expect(ask()).rejects.toThrow()
    await ask()
    await ask()
    expect(asked()).toEqual(['smb_app_state_sync', 'smb_app_state_sync', 'history', 'history'])
    expect(await sync()).toMatchObject({ state: 'running', reason: null })
  })

  it.each([
    [2_593_107, 'failed', 'só traz as conversas do celular uma vez'],
    [2_593_108, 'failed', 'Passaram as 24 horas'],
    [2_593_109, 'refused', 'escolheu não trazer'],
  ])('NUM-08 %i has its own sentence', async (code, state, words) => {
    desk.meta.syncPlan = (kind) => (kind === 'history' ? { code } : 'accept')
    await ask()
    await ask()
    expect(await sync()).toMatchObject({ state, reason: expect.stringContaining(words) })
    expect(asked()).toHaveLength(2)
    expect((await desk.numbers()).find(({ id }) => id === place.numberId)?.status).toBe('ok')
  })

  it('NUM-08 after a day nobody asks any more; nor for a number that is on no phone, nor for a past that was not wanted', async () => {
    await set(sql`onboarded_at = now() - interval '25 hours'`)
    await ask()
    expect(asked()).toEqual([])
    expect(await sync()).toMatchObject({ state: 'failed' })
    await set(sql`onboarded_at = now(), mode = 'api'`)
    await ask()
    expect(asked()).toEqual([])
  })

  it('NUM-08 without a wish for the past only the address book is asked for', async () => {
    await set(sql`history_days = 0`)
    await ask()
    expect(asked()).toEqual(['smb_app_state_sync'])
    expect(await sync()).toMatchObject({ state: 'none' })
  })
})
