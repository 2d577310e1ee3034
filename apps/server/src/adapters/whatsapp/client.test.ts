import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { META_TOKEN, type MetaDouble, type MetaSendOutcome, openMetaDouble } from '../../testing/doubles/meta/meta-double.ts'
import { createWhatsAppApi } from './client.ts'
import { isMetaUrl } from './media.ts'

let meta: MetaDouble

beforeAll(async () => {
  meta = await openMetaDouble()
  meta.known.add('1').add('2')
})
afterAll(() => meta.close())

const account = { phoneNumberId: '1', wabaId: '2', token: META_TOKEN }
const message = { to: '+5511999990000', content: { text: 'Oi' }, callbackData: 'm1' }
const send = (plan: MetaSendOutcome) => {
  meta.plan = () => plan
  return createWhatsAppApi(meta.url, { timeoutMs: 200 }).send(account, message)
}

describe('what came of a send', () => {
  it.each<[string, MetaSendOutcome, object]>([
    ['taken', 'accept', { kind: 'accepted', channelId: expect.stringMatching(/^wamid/) }],
    ['refused with a code', { code: 131047 }, { kind: 'refused', code: 131047 }],
    ['throttled', { code: 130429, status: 429 }, { kind: 'refused', code: 130429 }],
    ['a server error that says what it is', { code: 131000, status: 500 }, { kind: 'refused', code: 131000 }],
    ['taken, the answer lost', 'accept-then-reset', { kind: 'unknown' }],
    ['the line broken', 'reset', { kind: 'unknown' }],
    ['a gateway’s page', 'gateway-page', { kind: 'unknown' }],
    ['no answer in time', 'hang', { kind: 'unknown' }],
  ])('PROV-04 %s', async (_what, plan, outcome) => {
    expect(await send(plan)).toMatchObject(outcome)
  })

  it('a connection that was never made is known to have done nothing', async () => {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')
    const api = createWhatsAppApi(`http://127.0.0.1:${port}/v26.0`)
    expect(await api.send(account, message)).toEqual({ kind: 'unreachable' })
    expect(await api.fetchNumberInfo(account)).toEqual({ kind: 'unreachable' })
  })

  it('a foreign token is refused with its code', async () => {
    const api = createWhatsAppApi(meta.url)
    expect(await api.send({ ...account, token: 'stolen' }, message)).toMatchObject({ kind: 'refused', code: 190 })
  })
})

it.each([
  ['of its own', {}, { mode: 'api', throughput: null }],
  [
    'on the API alone',
    { is_on_biz_app: false, platform_type: 'CLOUD_API', throughput: { level: 'STANDARD' } },
    { mode: 'api', throughput: 80 },
  ],
  ['raised by Meta', { platform_type: 'CLOUD_API', throughput: { level: 'HIGH' } }, { mode: 'api', throughput: 1_000 }],
  [
    'on the phone too',
    { is_on_biz_app: true, platform_type: 'CLOUD_API', throughput: {} },
    { mode: 'coexistence', throughput: null },
  ],
])('WIRE-20 Meta says how a number is used, and its pace: %s', async (_what, said, value) => {
  meta.numberInfo = said
  const answer = await createWhatsAppApi(meta.url).fetchNumberInfo(account)
  meta.numberInfo = {}
  expect(answer).toMatchObject({ kind: 'answered', value: { displayNumber: '+55 11 4000-1234', ...value } })
})

describe('an address that the token may go to', () => {
  const own = new URL('https://graph.facebook.com/v26.0')
  it.each([
    'https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1',
    'https://scontent.whatsapp.net/x',
    'https://mmg.whatsapp.net/x',
    'https://graph.facebook.com/x',
    'https://z-m-gateway.facebook.com/x',
  ])('PROV-04 is Meta’s: %s', (url) => {
    expect(isMetaUrl(url, own)).toBe(true)
  })

  it.each([
    'http://lookaside.fbsbx.com/x',
    'https://lookaside.fbsbx.com:8443/x',
    'https://lookaside.fbsbx.com@evil.example/x',
    'https://evil.example@lookaside.fbsbx.com/x',
    'https://fbsbx.com.evil.example/x',
    'https://evilfbsbx.com/x',
    'https://fbsbx.com./x',
    'https://lookaside.fbsbx.com%2eevil.example/x',
    'https://evil.example/?lookaside.fbsbx.com',
    'https://evil.example#lookaside.fbsbx.com',
    'https://evil.example\\@lookaside.fbsbx.com/x',
    '//lookaside.fbsbx.com/x',
    'file:///etc/passwd',
    'ftp://lookaside.fbsbx.com/x',
    'gopher://lookaside.fbsbx.com/x',
    'data:text/plain,x',
    'http://127.0.0.1/x',
    'http://localhost/x',
    'http://[::1]/x',
    'http://0x7f000001/x',
    'http://2130706433/x',
    'http://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/x',
    'https://xn--fbsbx-1ra.com/x',
    '',
    'not an address',
  ])('PROV-04 is nobody else’s: %s', (url) => {
    expect(isMetaUrl(url, own)).toBe(false)
  })
})
