import { calendarAuthUrl, calendarCallback, getCalendarData } from '@prosa/contract/calls/organisation/calendar'
import { generate } from 'otplib'
import { expect, it } from 'vitest'
import { composeFeatures } from '../../../compose-features.ts'
import { confirmTotpSetup, createTotpBox, startTotpSetup, verifyAndConsumeTotp } from '../../../features/auth/second-step/totp.ts'
import { createCalendarSecretBox } from '../../../features/calendar/connection/calendar-secret-box.ts'
import { encryptToken, getNumberSecretBox, getWhatsAppAccount } from '../../../features/channels/whatsapp/numbers/numbers.ts'
import { decryptAppSecret, findOrCreateApp } from '../../../features/channels/whatsapp/own-apps/channel-apps.ts'
import { getSignupSecretBox } from '../../../features/channels/whatsapp/signup/signups.ts'
import { reencryptSecrets } from '../../../platform/crypto/reencrypt-secrets.ts'
import { totpSecrets } from '../../../platform/database/schema/organisation/accounts.ts'
import { calendarConnections } from '../../../platform/database/schema/organisation/calendar.ts'
import { channelApps, whatsappNumbers, whatsappSignups } from '../../../platform/database/schema/whatsapp/whatsapp.ts'
import { createTenant } from '../../worlds/factories.ts'
import { startTestAppWithGoogle } from '../../worlds/google-test-app.ts'

it('what the secret before had sealed is sealed anew, and opens when that is gone', async () => {
  const { test, google, close } = await startTestAppWithGoogle()
  try {
    const tenant = await createTenant(test)
    const { tenantId, agentId } = tenant
    const staff = await test.client(tenant.staff.phone)
    const { url } = getCalendarData(await staff.call(calendarAuthUrl))
    await staff.call(calendarCallback, { query: google.consent(url) })
    const before = test.deps.config
    const id = '0190d0a0-0001-7000-8000-0000000000aa'
    await test.deps.db.tenant(tenantId, (tx) =>
      tx.db.insert(whatsappNumbers).values({
        tenantId,
        id,
        agentId,
        phoneNumberId: '5550009',
        wabaId: '5550002',
        displayNumber: '+55 11 4000-1234',
        status: 'ok',
        accessToken: encryptToken({ config: before }, { tenantId, id }, 'token of Meta'),
        pin: getNumberSecretBox({ config: before }, { tenantId, id }).encrypt('482913'),
      }),
    )
    const account = { tenantId, userId: tenant.staff.id }
    await test.deps.db.tenant(tenantId, (tx) =>
      tx.db.insert(whatsappSignups).values({
        ...account,
        id,
        agentId,
        mode: 'api',
        historyDays: 0,
        step: 'granted',
        stateDigest: '',
        expiresAt: new Date(),
        accessToken: getSignupSecretBox({ config: before }, { tenantId, id }).encrypt('token of a linking'),
      }),
    )
    const { secret } = await test.deps.db.tenant(tenantId, (tx) =>
      startTotpSetup(tx, createTotpBox(before), account, tenant.staff.phone),
    )
    await test.deps.db.tenant(tenantId, (tx) => findOrCreateApp(tx, test.deps, tenantId, 'secret of an own app'))
    // The authenticator app of another user, which is active.
    const inUse = { tenantId, userId: tenant.admin.id }
    const now = test.deps.clock.now()
    const codeAt = (secret: string, at: Date) => generate({ secret, epoch: Math.floor(at.getTime() / 1_000) })
    const secretInUse = await test.deps.db.tenant(tenantId, async (tx) => {
      const { secret } = await startTotpSetup(tx, createTotpBox(before), inUse, tenant.admin.phone)
      expect(await confirmTotpSetup(tx, createTotpBox(before), inUse, await codeAt(secret, now), now)).toBe(true)
      return secret
    })
    const sessionSecret = new TextEncoder().encode('n'.repeat(40))
    const changed = { ...test.deps, config: { ...before, sessionSecret, previousSecret: before.sessionSecret } }
    const { features } = composeFeatures(changed, new AbortController().signal)
    await reencryptSecrets(changed, features)
    const config = { ...before, sessionSecret, previousSecret: null }
    const [[connection], [number], totps, [signup], [app]] = await test.deps.db.tenant(tenantId, async (tx) => [
      await tx.db.select().from(calendarConnections),
      await tx.db.select().from(whatsappNumbers),
      await tx.db.select().from(totpSecrets),
      await tx.db.select().from(whatsappSignups),
      await tx.db.select().from(channelApps),
    ])
    const totp = totps.find(({ userId }) => userId === account.userId)
    if (!connection || !number || !totp || !signup || !app) throw new Error('What was sealed is gone')
    expect(createCalendarSecretBox(config).decrypt(connection.refreshToken)).toMatch(/./)
    expect(getWhatsAppAccount({ config }, number).token).toBe('token of Meta')
    expect(getSignupSecretBox({ config }, signup).decrypt(signup.accessToken ?? '')).toBe('token of a linking')
    expect(createTotpBox(config).decrypt(totp.pending ?? '')).toBe(secret)
    expect(getNumberSecretBox({ config }, number).decrypt(number.pin ?? '')).toBe('482913')
    expect(decryptAppSecret({ config }, app)).toBe('secret of an own app')
    const later = new Date(now.getTime() + 30_000)
    const takes = async () => {
      const code = await codeAt(secretInUse, later)
      return test.deps.db.tenant(tenantId, (tx) => verifyAndConsumeTotp(tx, createTotpBox(config), inUse, code, later))
    }
    expect([await takes(), await takes()]).toEqual([true, false])
    // A second start finds nothing to re-encrypt and changes nothing.
    await reencryptSecrets(changed, features)
    const [again] = await test.deps.db.tenant(tenantId, (tx) => tx.db.select().from(whatsappNumbers))
    expect(again?.accessToken).toBe(number.accessToken)
  } finally {
    await close()
  }
})
