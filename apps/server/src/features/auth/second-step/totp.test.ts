import { generate } from 'otplib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { totpSecrets } from '../../../platform/database/schema/organisation/accounts.ts'
import { startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import { createTenant } from '../../../testing/worlds/factories.ts'
import { confirmTotpSetup, createTotpBox, startTotpSetup, verifyAndConsumeTotp } from './totp.ts'

let test: TestApp
let account: { tenantId: string; userId: string }
let secret: string
/** The middle of a 30-second time step. */
const NOW = new Date('2026-11-23T12:00:15Z')

const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000)
const codeOf = (when: Date, of = secret) => generate({ secret: of, epoch: when.getTime() / 1_000 })
const box = () => createTotpBox(test.deps.config)
const confirm = (code: string, when = NOW) =>
  test.deps.db.tenant(account.tenantId, (tx) => confirmTotpSetup(tx, box(), account, code, when))
const take = (code: string, when: Date) =>
  test.deps.db.tenant(account.tenantId, (tx) => verifyAndConsumeTotp(tx, box(), account, code, when))

beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

describe('codes of an app', () => {
  beforeEach(async () => {
    const tenant = await createTenant(test)
    account = { tenantId: tenant.tenantId, userId: tenant.staff.id }
    ;({ secret } = await test.deps.db.tenant(account.tenantId, (tx) => startTotpSetup(tx, box(), account, tenant.staff.phone)))
  })

  it('TRUST-08 is set up only with a right code, and until then no code of it is good', async () => {
    const right = await codeOf(NOW)
    expect(await take(right, NOW)).toBe(false)
    expect(await confirm(right === '000000' ? '000001' : '000000')).toBe(false)
    expect(await confirm('não é')).toBe(false)
    expect(await take(right, NOW)).toBe(false)
    expect(await confirm(`${right.slice(0, 3)} ${right.slice(3)}`)).toBe(true)
    // The code that confirmed the app is consumed.
    expect(await take(right, NOW)).toBe(false)
    expect(await confirm(right)).toBe(false)
  })

  it('TRUST-08 a code is good from 30 s before to 30 s after its time, and not a half minute further', async () => {
    await confirm(await codeOf(at(-600)), at(-600))
    expect(await take(await codeOf(at(-60)), NOW)).toBe(false)
    expect(await take(await codeOf(at(60)), NOW)).toBe(false)
    expect(await take(await codeOf(at(-30)), NOW)).toBe(true)
    expect(await take(await codeOf(NOW), NOW)).toBe(true)
    expect(await take(await codeOf(at(30)), NOW)).toBe(true)
    // Codes of this and all earlier steps are refused, even after the clock is set back.
    expect(await take(await codeOf(NOW), NOW)).toBe(false)
    expect(await take(await codeOf(at(-300)), at(-300))).toBe(false)
  })

  it('TRUST-08 of fifty at the same time one code is accepted once', async () => {
    await confirm(await codeOf(at(-600)), at(-600))
    const code = await codeOf(NOW)
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => take(code, NOW)))
    expect(outcomes.filter(Boolean)).toHaveLength(1)
  })

  it('the secret rests sealed', async () => {
    await confirm(await codeOf(NOW))
    const [row] = await test.deps.db.tenant(account.tenantId, (tx) => tx.db.select().from(totpSecrets))
    expect(row?.secret).not.toContain(secret)
    expect(box().decrypt(row?.secret ?? '')).toBe(secret)
  })
})
