import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import { createTenant } from '../../../testing/worlds/factories.ts'

// The tests create dozens of visitors in sequence.
vi.setConfig({ testTimeout: 120_000 })

let test: TestApp

beforeAll(async () => {
  test = await startTestApp({ TRUST_PROXY: '1', NEW_LEADS_PER_ADDRESS: '5' })
})
afterAll(() => test.close())

/** Sends the first message of `strangers` new visitors, each from its own address, and returns how many were accepted. */
async function letIn(agentId: string, strangers: number, addressOf: (n: number) => string): Promise<number> {
  let taken = 0
  for (let n = 1; n <= strangers; n++) {
    const stranger = await test.client()
    // An invented cookie does not make a visitor known.
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

it('one /64 counts as one address, and takes five new leads of an agent a minute', async () => {
  const { agentId } = await createTenant(test)
  expect(await letIn(agentId, 20, (n) => `2001:db8:1:2:${n % 2 ? '' : '3:'}:${n.toString(16)}`)).toBe(5)
})

it('while one address floods an agent, others are served at once, and its own are told when to come back @wide', async () => {
  const { agentId } = await createTenant(test)
  const write = async (address: string, cookie?: string) => {
    const stranger = await test.client()
    if (cookie) stranger.cookies.set('prosa_visitor', cookie)
    return stranger.raw({
      method: 'POST',
      url: `/api/webchat/${agentId}/messages`,
      headers: { 'idempotency-key': 'first', 'x-forwarded-for': address },
      payload: { content: 'oi' },
    })
  }
  const known = 'k'.repeat(32)
  expect((await write('198.51.100.9', known)).statusCode).toBe(200)
  expect(await letIn(agentId, 15, () => '198.51.100.9')).toBe(4)
  for (let n = 1; n <= 10; n++) expect((await write(`203.0.113.${n}`)).statusCode).toBe(200)
  expect((await write('198.51.100.9', known)).statusCode).toBe(200)
  const late = await write('198.51.100.9')
  expect(late.statusCode).toBe(429)
  expect(Number(late.headers['retry-after'])).toBeLessThanOrEqual(60)
})

it('from however many addresses, one agent gets so many new leads at once; those it knows go on writing @wide', async () => {
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
  expect(await letIn(agentId, 40, (n) => `2001:db8:2:${n.toString(16)}::1`)).toBe(19)
  expect((await write('b')).statusCode).toBe(200)
})
