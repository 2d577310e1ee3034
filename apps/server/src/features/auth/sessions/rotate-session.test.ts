import * as calls from '@prosa/contract/calls/accounts/auth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import { createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'
import { rotateSession } from './rotate-session.ts'
import { createTokenService } from './tokens.ts'

let test: TestApp
let tenant: TestTenant
const secret = (letter: string) => `${letter}: uma frase longa que só o teste usa`
const key = (letter: string) => new TextEncoder().encode(secret(letter))

beforeAll(async () => {
  test = await startTestApp({ SESSION_SECRET: secret('a') })
  tenant = await createTenant(test)
})
afterAll(() => test.close())

it('CALL-03 a secret that the session never had is refused, and ends nobody’s session', async () => {
  const [client, colleague] = [await test.client(tenant.staff.phone), await test.client(tenant.staff.phone)]
  const [tenantId, sessionId, own = ''] = (client.cookies.get('prosa_refresh') ?? '').split('.')
  const foreign = (colleague.cookies.get('prosa_refresh') ?? '').split('.')[2] ?? ''
  const changed = `${own.startsWith('A') ? 'B' : 'A'}${own.slice(1)}`
  for (const madeUp of ['x', 'A'.repeat(43), 'A'.repeat(65), foreign, changed, own.slice(0, -1), `${own}A`]) {
    const stranger = await test.client()
    stranger.cookies.set('prosa_refresh', `${tenantId}.${sessionId}.${madeUp}`)
    expect(await stranger.refused(calls.refresh)).toMatchObject({ status: 401, code: 'TOKEN_REFRESH_FAILED' })
  }
  await client.call(calls.me)
  await client.call(calls.refresh)
})

it('CALL-03 an old token ends the session also when the server’s secret was changed since', async () => {
  const client = await test.client(tenant.staff.phone)
  const stolen = client.cookies.get('prosa_refresh') ?? ''
  await client.call(calls.refresh)
  const tokens = createTokenService(key('b'), key('a'))
  const renew = (cookie: string | undefined) => rotateSession(test.deps, tokens, cookie, '203.0.113.7')
  const { refreshCookie: refresh } = await renew(client.cookies.get('prosa_refresh'))
  await expect(renew(stolen)).rejects.toMatchObject({ code: 'TOKEN_REFRESH_FAILED' })
  await expect(renew(refresh)).rejects.toMatchObject({ code: 'TOKEN_REFRESH_FAILED' })
})

it('CALL-03 G45 the predecessor is honoured also by a process whose clock is a minute ahead of the one that renewed', async () => {
  const client = await test.client(tenant.staff.phone)
  const tab = await test.client()
  tab.cookies.set('prosa_refresh', client.cookies.get('prosa_refresh') ?? '')
  await client.call(calls.refresh)
  test.advance(60_000)
  await tab.call(calls.refresh)
  expect(tab.cookies.get('prosa_refresh')).toBe(client.cookies.get('prosa_refresh'))
  await client.call(calls.refresh)
})
