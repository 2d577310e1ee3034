import * as calls from '@prosa/contract/calls/whatsapp/channels'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { META_TOKEN, type MetaDouble } from '../../../../testing/doubles/meta/meta-double.ts'
import { buildMessageWebhook, buildTextBody } from '../../../../testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import type { Client } from '../../../../testing/harness/client.ts'
import type { TestApp } from '../../../../testing/harness/test-app.ts'
import { createConfirmedClient } from '../../../../testing/worlds/accounts/two-factor-clients.ts'
import { createTenant, type TestTenant } from '../../../../testing/worlds/factories.ts'
import { deliverTestWebhook, linkTestNumber, startTestAppWithMeta } from '../../../../testing/worlds/whatsapp/meta-test-app.ts'
import { getErrorMeaning } from '../cloud-api/error-codes.ts'

let test: TestApp
let meta: MetaDouble
let close: () => Promise<void>
let tenant: TestTenant
let staff: Client

beforeAll(async () => {
  const started = await startTestAppWithMeta({ PUBLIC_URL: 'https://prosa.test' })
  ;({ test, meta, close } = started)
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
})
afterAll(() => close())

const wanted = (over: object = {}) => ({
  agent_id: tenant.agentId,
  phone_number_id: '700100200',
  waba_id: '700100300',
  access_token: META_TOKEN,
  ...over,
})

describe('numbers', () => {
  it('PROV-04 are linked after Meta has answered for them, and tell everything but their token', async () => {
    meta.known.add('700100200').add('700100300')
    const { data } = await staff.call(calls.createWhatsappNumber, { body: wanted() })
    expect(data).toMatchObject({
      display_number: '+55 11 4000-1234',
      verified_name: 'Loja Aurora',
      status: 'ok',
      agent_id: tenant.agentId,
    })
    const listed = await staff.raw({ method: 'GET', url: '/api/channels/whatsapp/numbers' })
    expect(listed.body).not.toContain(META_TOKEN)
    expect(JSON.parse(listed.body)).toMatchObject({
      data: { numbers: [{ id: data.id }], webhook: { url: 'https://prosa.test/webhooks/whatsapp', ready: true } },
    })
    const { rows } = await test.deps.db.system((tx) => tx.db.execute(sql`SELECT access_token FROM whatsapp_numbers`))
    expect(JSON.stringify(rows)).not.toContain(META_TOKEN)
  })

  it('belong to one organisation only, whoever else holds the token', async () => {
    const other = await createTenant(test)
    const refused = await (await createConfirmedClient(test, other.staff.phone)).refused(calls.createWhatsappNumber, {
      body: wanted({ agent_id: other.agentId }),
    })
    expect(refused).toMatchObject({ status: 409, fieldErrors: { phone_number_id: expect.any(String) } })
  })

  it.each([
    ['a wrong token', { phone_number_id: '700100201', access_token: 'EAAG-stolen' }, 'access_token'],
    ['a number that Meta does not know', { phone_number_id: '700100999' }, 'phone_number_id'],
    ['an account that Meta does not know', { phone_number_id: '700100201', waba_id: '700100998' }, 'waba_id'],
    ['something that is no id', { phone_number_id: '../me' }, 'phone_number_id'],
  ])('are refused with %s, in the words of its field', async (_what, over, field) => {
    meta.known.add('700100201')
    const refused = await staff.refused(calls.createWhatsappNumber, { body: wanted(over) })
    expect(refused).toMatchObject({ status: 400, code: 'VALIDATION_ERROR', fieldErrors: { [field]: expect.any(String) } })
  })

  it('are staff’s and admins’ to set up, not an operator’s', async () => {
    const operator = await test.client(tenant.operator.phone)
    const params = { id: tenant.agentId }
    expect(await operator.refused(calls.listWhatsappNumbers)).toMatchObject({ status: 403 })
    expect(await operator.refused(calls.createWhatsappNumber, { body: wanted() })).toMatchObject({ status: 403 })
    expect(await operator.refused(calls.deleteWhatsappNumber, { params })).toMatchObject({ status: 403 })
    expect(await operator.refused(calls.checkWhatsappNumber, { params })).toMatchObject({ status: 403 })
    await (await test.client(tenant.admin.phone)).call(calls.listWhatsappNumbers)
  })

  it('that are unlinked hear nothing more, and may be linked again', async () => {
    const number = await linkTestNumber(test, meta, tenant)
    await staff.call(calls.deleteWhatsappNumber, { params: { id: number.id } })
    expect(await staff.refused(calls.checkWhatsappNumber, { params: { id: number.id } })).toMatchObject({ status: 404 })
    expect(
      await deliverTestWebhook(
        test,
        buildMessageWebhook(number.phoneNumberId, { phone: '5511988887777' }, 'wamid.GONE', buildTextBody('Oi')),
      ),
    ).toBe(200)
    const { rows } = await test.deps.db.system((tx) => tx.db.execute(sql`SELECT 1 FROM whatsapp_events`))
    expect(rows).toEqual([])
    await staff.call(calls.createWhatsappNumber, {
      body: wanted({ phone_number_id: number.phoneNumberId, waba_id: number.wabaId }),
    })
  })
})

describe('what Meta answers a registration', () => {
  it.each([
    [33, 'refused'],
    [368, 'blocked'],
    [133000, 'unregistered'],
    [133006, 'unregistered'],
    [133015, 'unregistered'],
  ])('WIRE-15 %i breaks the number as %s, and a registration that it takes mends it', async (code, problem) => {
    const number = await linkTestNumber(test, meta, tenant)
    const register = { params: { id: number.id }, body: {} }
    const listed = async () => (await staff.call(calls.listWhatsappNumbers)).data.numbers.find(({ id }) => id === number.id)
    meta.refusals.set('register', code)
    const refused = await staff.refused(calls.registerWhatsappNumber, register)
    expect(refused).toMatchObject({ status: 400, message: getErrorMeaning(code).reason })
    expect(await listed()).toMatchObject({
      status: 'broken',
      status_reason: getErrorMeaning(code).reason,
      problems: [{ code: problem, severity: 'broken' }],
    })
    meta.refusals.delete('register')
    await staff.call(calls.registerWhatsappNumber, register)
    expect(await listed()).toMatchObject({ status: 'ok', problems: [] })
  })

  it('WIRE-15 a wrong PIN says nothing of the number', async () => {
    const number = await linkTestNumber(test, meta, tenant)
    meta.pins.set(number.phoneNumberId, '246813')
    await staff.refused(calls.registerWhatsappNumber, { params: { id: number.id }, body: { pin: '111111' } })
    expect((await staff.call(calls.listWhatsappNumbers)).data.numbers.find(({ id }) => id === number.id)?.status).toBe('ok')
  })
})

describe('without its secrets', () => {
  it('the webhook is closed, and the settings say so @wide', async () => {
    const bare = await startTestAppWithMeta({ WHATSAPP_APP_SECRET: '', WHATSAPP_VERIFY_TOKEN: '', WHATSAPP_SIGNUP_URL: '' })
    const own = await createTenant(bare.test)
    const client = await bare.test.client(own.staff.phone)
    expect(await deliverTestWebhook(bare.test, buildMessageWebhook('1', { phone: '5511' }, 'wamid.1', buildTextBody('Oi')))).toBe(
      404,
    )
    expect((await client.raw({ method: 'GET', url: '/webhooks/whatsapp?hub.mode=subscribe' })).statusCode).toBe(404)
    expect((await client.call(calls.listWhatsappNumbers)).data.webhook.ready).toBe(false)
    await bare.close()
  })
})
