import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTenant } from '../../testing/factories.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp

beforeAll(async () => {
  test = await startTestApp({ TRUST_PROXY: '1' })
})
afterAll(() => test.close())

/** How many of so many first messages of strangers were let in, by the address that each comes from. */
async function letIn(agentId: string, strangers: number, addressOf: (n: number) => string): Promise<number> {
  let taken = 0
  for (let n = 1; n <= strangers; n++) {
    const stranger = await test.client()
    // A made-up cookie is no visitor that we know.
    if (n % 2) stranger.cookies.set('prosa_visitor', String(n).padStart(32, 'x'))
    const { statusCode } = await stranger.raw({
      method: 'POST',
      url: `/api/webchat/${agentId}/messages`,
      headers: { 'idempotency-key': `k${n}`, 'x-forwarded-for': addressOf(n) },
      payload: { content: 'oi' },
    })
    expect([200, 429]).toContain(statusCode)
    if (statusCode === 200) taken++
  }
  return taken
}

it('one /64 counts as one address', async () => {
  const { agentId } = await createTenant(test)
  const other = await createTenant(test)
  expect(await letIn(agentId, 40, (n) => `2001:db8:1:2::${n.toString(16)}`)).toBe(40)
  expect(await letIn(other.agentId, 40, (n) => `2001:db8:1:2:3::${n.toString(16)}`)).toBe(20)
})

it('from however many addresses, one agent gets so many new leads a minute; those it knows go on writing', async () => {
  const { agentId } = await createTenant(test)
  const known = await test.client()
  const write = (key: string) =>
    known.raw({
      method: 'POST',
      url: `/api/webchat/${agentId}/messages`,
      headers: { 'idempotency-key': key, 'x-forwarded-for': '203.0.113.1' },
      payload: { content: 'oi' },
    })
  expect((await write('a')).statusCode).toBe(200)
  expect(await letIn(agentId, 70, (n) => `2001:db8:2:${n.toString(16)}::1`)).toBe(59)
  expect((await write('b')).statusCode).toBe(200)
})
