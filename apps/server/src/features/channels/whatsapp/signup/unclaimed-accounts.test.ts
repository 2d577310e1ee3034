import { me } from '@prosa/contract/calls/accounts/auth'
import { listWhatsappNumbers } from '@prosa/contract/calls/whatsapp/channels'
import {
  assignUnclaimedAccount,
  createWhatsappSignup,
  finishWhatsappSignup,
  listUnclaimedAccounts,
} from '@prosa/contract/calls/whatsapp/whatsapp-signup'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { MetaDouble } from '../../../../testing/doubles/meta/meta-double.ts'
import { buildAccountWebhook, signWebhookBody } from '../../../../testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import type { Client } from '../../../../testing/harness/client.ts'
import type { TestApp } from '../../../../testing/harness/test-app.ts'
import { createConfirmedClient } from '../../../../testing/worlds/accounts/two-factor-clients.ts'
import { createTenant, type TestTenant } from '../../../../testing/worlds/factories.ts'
import { deliverTestWebhook, linkTestNumber, startTestAppWithMeta } from '../../../../testing/worlds/whatsapp/meta-test-app.ts'

let test: TestApp
let meta: MetaDouble
let close: () => Promise<void>
let tenant: TestTenant
let staff: Client
let platform: Client
let account: string
let number: string
const BUSINESS = '506914307656634'
let counter = 0

beforeAll(async () => {
  ;({ test, meta, close } = await startTestAppWithMeta())
  platform = await test.client((await createTenant(test, { platform: true })).staff.phone)
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
})
afterAll(() => close())
beforeEach(() => {
  counter += 1
  account = `81010020${counter}`
  number = `91010020${counter}`
  meta.refusals.clear()
  meta.shared = new Set([account])
  meta.accounts.set(account, [{ id: number, display_phone_number: '+55 11 4000-1234' }])
  meta.known.add(account).add(number)
  meta.businesses.add(BUSINESS)
})

const news = () =>
  buildAccountWebhook(BUSINESS, 'account_update', {
    event: 'PARTNER_ADDED',
    waba_info: { waba_id: account, owner_business_id: BUSINESS },
  })
const unclaimed = async () => (await platform.call(listUnclaimedAccounts)).data
const accounts = async () => (await unclaimed()).accounts.map(({ waba_id }) => waba_id)
const assign = (client = platform, tenantId = tenant.tenantId, agentId = tenant.agentId) => ({
  client,
  given: { params: { wabaId: account }, body: { tenant_id: tenantId, agent_id: agentId } },
})
const numbersOf = async (client = staff) =>
  (await client.call(listWhatsappNumbers)).data.numbers.filter(({ waba_id }) => waba_id === account)

describe('an account that only Meta announces', () => {
  it('NUM-04 is nobody’s, until staff of the platform say whose it is', async () => {
    expect(await deliverTestWebhook(test, news())).toBe(200)
    expect(await deliverTestWebhook(test, news())).toBe(200)
    expect(await accounts()).toEqual([account])
    expect(await numbersOf()).toEqual([])
    expect((await unclaimed()).tenants).toContainEqual({
      id: tenant.tenantId,
      name: expect.any(String),
      agents: [{ id: tenant.agentId, name: 'Clara' }],
    })
    const { client, given } = assign()
    const { data } = await client.call(assignUnclaimedAccount, given)
    expect(data).toMatchObject({ next: null, steps: expect.arrayContaining([{ name: 'registration', state: 'done' }]) })
    expect(await numbersOf()).toMatchObject([{ phone_number_id: number, agent_id: tenant.agentId }])
    expect(meta.subscriptions.has(account)).toBe(true)
    expect(await accounts()).toEqual([])
    // Announced again, it still belongs to the organisation.
    await deliverTestWebhook(test, news())
    expect(await accounts()).toEqual([])
    expect(await client.refused(assignUnclaimedAccount, given)).toMatchObject({ status: 404 })
  })

  it('NUM-04 is shown to and linked by nobody else', async () => {
    await deliverTestWebhook(test, news())
    expect(await staff.refused(listUnclaimedAccounts)).toMatchObject({ status: 403 })
    const { given } = assign()
    expect(await staff.refused(assignUnclaimedAccount, given)).toMatchObject({ status: 403 })
    expect(await numbersOf()).toEqual([])
    const { given: nowhere } = assign(platform, '0190d0a0-0001-7000-8000-0000000000aa')
    expect(await platform.refused(assignUnclaimedAccount, nowhere)).toMatchObject({ status: 404 })
    expect(await accounts()).toEqual([account])
  })

  it('NUM-04 counts when it is told by the installation’s app: not unsigned, nor by a tenant’s own', async () => {
    expect(await deliverTestWebhook(test, news(), signWebhookBody(JSON.stringify(news()), 'somebody-elses-secret'))).toBe(403)
    const secret = 'secret-of-their-own-app'
    await linkTestNumber(test, meta, tenant, secret)
    const own = (await staff.call(listWhatsappNumbers)).data.numbers.at(-1)
    const path = new URL(own?.webhook?.address ?? '').pathname
    expect(await deliverTestWebhook(test, news(), signWebhookBody(JSON.stringify(news()), secret), path)).toBe(200)
    expect(await accounts()).not.toContain(account)
  })

  it('NUM-04 is no longer there once its owner’s own linking has brought it', async () => {
    await deliverTestWebhook(test, news())
    const body = { agent_id: tenant.agentId, mode: 'api', history_days: 0 } as const
    const { id, url } = (await staff.call(createWhatsappSignup, { body })).data
    const back = new URL(meta.consent(url)).searchParams
    await staff.call(finishWhatsappSignup, {
      params: { id },
      body: { code: back.get('code') ?? '', state: back.get('state') ?? '' },
    })
    expect(await numbersOf()).toHaveLength(1)
    expect(await accounts()).not.toContain(account)
  })

  it('NUM-05 a PIN that only its people know is asked of them', async () => {
    meta.pins.set(number, '246813')
    await deliverTestWebhook(test, news())
    const { client, given } = assign()
    expect((await client.call(assignUnclaimedAccount, given)).data.next).toBe('pin')
    const half = (await staff.call(listWhatsappNumbers)).data.signups?.[0]
    expect(half?.next).toBe('pin')
    const { data } = await staff.call(finishWhatsappSignup, { params: { id: half?.id ?? '' }, body: { pin: '246813' } })
    expect(data.next).toBeNull()
  })

  it('stays where it is when Meta gives no access', async () => {
    meta.businesses.delete(BUSINESS)
    await deliverTestWebhook(test, news())
    const { client, given } = assign()
    expect(await client.refused(assignUnclaimedAccount, given)).toMatchObject({
      status: 400,
      message: expect.stringContaining('WHATSAPP_SYSTEM_TOKEN'),
    })
    expect(await accounts()).toContain(account)
  })
})

describe('without Meta’s page', () => {
  it('nothing is offered and nothing begun @wide', async () => {
    const bare = await startTestAppWithMeta({ WHATSAPP_SIGNUP_URL: '', WHATSAPP_SYSTEM_TOKEN: '' })
    const own = await createTenant(bare.test)
    const client = await createConfirmedClient(bare.test, own.staff.phone)
    expect((await client.call(me)).data.capabilities).not.toContain('signup')
    expect((await staff.call(me)).data.capabilities).toContain('signup')
    const body = { agent_id: own.agentId, mode: 'api', history_days: 0 } as const
    expect(await client.refused(createWhatsappSignup, { body })).toMatchObject({ status: 503 })
    await bare.close()
  })
})
