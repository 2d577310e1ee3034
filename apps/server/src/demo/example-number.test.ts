import { listWhatsappNumbers } from '@prosa/contract/calls/whatsapp/channels'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWhatsAppApi } from '../adapters/whatsapp/client.ts'
import { fetchNumberState } from '../features/channels/whatsapp/number-health/inspect-number.ts'
import { listWhatsAppNumbers } from '../features/channels/whatsapp/numbers/numbers.ts'
import { META_TOKEN, type MetaDouble, openMetaDouble } from '../testing/doubles/meta/meta-double.ts'
import { startTestApp, type TestApp } from '../testing/harness/test-app.ts'
import { createTenant, type TestTenant } from '../testing/worlds/factories.ts'
import { insertExampleNumber, refuseExampleNumberCalls } from './example-number.ts'

describe('the number of the demo', () => {
  let test: TestApp
  let meta: MetaDouble
  let tenant: TestTenant
  beforeAll(async () => {
    test = await startTestApp({ WHATSAPP_API_URL: 'http://127.0.0.1:1/v26.0' })
    meta = await openMetaDouble()
    tenant = await createTenant(test)
    await test.deps.db.system((tx) => insertExampleNumber(tx, test.deps, tenant))
  })
  afterAll(async () => {
    await test.close()
    await meta.close()
  })
  const rows = () => test.deps.db.tenant(tenant.tenantId, (tx) => listWhatsAppNumbers(tx, tenant.tenantId))

  it('is a card with one problem that calls itself an example', async () => {
    const staff = await test.client(tenant.staff.phone)
    const { data } = await staff.call(listWhatsappNumbers, {})
    expect(data.numbers).toMatchObject([
      {
        status: 'broken',
        verified_name: expect.stringContaining('Exemplo'),
        webhook: { handshake_at: null, event_at: null },
        problems: [{ code: 'access', text: 'O acesso a este número venceu ou foi retirado.' }],
      },
    ])
  })

  it('is answered for without a word to Meta, which is asked about every other', async () => {
    const whatsapp = refuseExampleNumberCalls(createWhatsAppApi(meta.url))
    const [row] = await rows()
    if (!row) throw new Error('There is no number')
    expect(await fetchNumberState({ whatsapp, config: test.deps.config }, row)).toMatchObject({ refusal: { code: 190 } })
    expect(meta.strangers).toBe(0)
    meta.known.add('1')
    const other = { phoneNumberId: '1', wabaId: '2', token: META_TOKEN }
    expect(await whatsapp.fetchNumberInfo(other)).toMatchObject({ kind: 'answered' })
    expect(await whatsapp.fetchNumberInfo({ ...other, token: 'another' })).toMatchObject({ kind: 'refused' })
    expect(meta.strangers).toBe(1)
  })

  it('is not there where the installation has a WhatsApp of its own', async () => {
    const own = {
      ...test.deps,
      config: { ...test.deps.config, whatsapp: { ...test.deps.config.whatsapp, appSecret: 'a secret' } },
    }
    const other = await createTenant(test)
    await test.deps.db.system((tx) => insertExampleNumber(tx, own, other))
    expect(await test.deps.db.tenant(other.tenantId, (tx) => listWhatsAppNumbers(tx, other.tenantId))).toEqual([])
  })
})
