import { createHash } from 'node:crypto'
import { HTTP_HEADERS } from '@prosa/contract/http'
import { formatProofOfWork, isValidProofOfWork } from '@prosa/contract/rules/webchat/proof-of-work'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMemoryRateLimiter, createSingleProcessCluster } from '../../../platform/processes/cluster.ts'
import { openTestDatabase } from '../../../testing/harness/database/test-database.ts'
import { startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import { createTenant } from '../../../testing/worlds/factories.ts'

/** Number of new visitors per minute that an agent accepts without proof of work in this test. */
const RATE = 2
const MINUTE_MS = 60_000

let test: TestApp
let agentId: string

beforeAll(async () => {
  const cluster = createSingleProcessCluster()
  const limiter = (limit: Parameters<typeof createMemoryRateLimiter>[0]) =>
    createMemoryRateLimiter(limit.name === 'new-visitor' ? { ...limit, points: RATE } : limit)
  test = await startTestApp(
    { TRUST_PROXY: '1', NEW_LEADS_PER_ADDRESS: '3' },
    { database: await openTestDatabase(), cluster: async () => ({ ...cluster, limiter }) },
  )
})
afterAll(() => test.close())
beforeEach(async () => {
  agentId = (await createTenant(test)).agentId
  for (let n = 1; n <= RATE; n++) expect((await (await strangerAt(`203.0.113.${n}`))()).statusCode).toBe(200)
})

/** Creates a new visitor with an IP address, and returns a function that repeats its first message, optionally with a proof. */
async function strangerAt(address: string, agent = agentId) {
  const stranger = await test.client()
  return async (proof?: string) => {
    const { statusCode, headers } = await stranger.raw({
      method: 'POST',
      url: `/api/webchat/${agent}/messages`,
      headers: { 'idempotency-key': 'first', 'x-forwarded-for': address, ...(proof ? { [HTTP_HEADERS.proof]: proof } : {}) },
      payload: { content: 'oi' },
    })
    return { statusCode, challenge: String(headers[HTTP_HEADERS.challenge]), retryAfter: Number(headers['retry-after']) }
  }
}
const solve = (challenge: string): string => {
  for (let number = 0; ; number += 1) {
    const proof = formatProofOfWork(challenge, number)
    if (isValidProofOfWork(createHash('sha256').update(proof).digest())) return proof
  }
}

describe('a stranger above the rate of an agent', () => {
  it('is let in by a proof of work, and writes on without one', async () => {
    const write = await strangerAt('198.51.100.1')
    const refused = await write()
    expect(refused).toMatchObject({ statusCode: 429, retryAfter: 60 })
    expect((await write(solve(refused.challenge))).statusCode).toBe(200)
    expect((await write()).statusCode).toBe(200)
  })

  it('is let in by the wait, with the same challenge however often it asks before', async () => {
    const write = await strangerAt('198.51.100.1')
    const { challenge } = await write()
    test.advance(MINUTE_MS / 2)
    for (let n = 0; n < 2; n++)
      expect(await write(formatProofOfWork(challenge, ''))).toEqual({ statusCode: 429, challenge, retryAfter: 30 })
    test.advance(MINUTE_MS / 2)
    expect((await write(formatProofOfWork(challenge, ''))).statusCode).toBe(200)
  })

  it('gains nothing by the proof of another, by one used before, or by one made up', async () => {
    const { challenge } = await (await strangerAt('198.51.100.1'))()
    const proof = solve(challenge)
    const other = (await createTenant(test)).agentId
    for (let n = 1; n <= RATE; n++) await (await strangerAt(`203.0.113.${n}`, other))()
    expect((await (await strangerAt('198.51.100.2'))(proof)).statusCode).toBe(429)
    expect((await (await strangerAt('198.51.100.1', other))(proof)).statusCode).toBe(429)
    expect((await (await strangerAt('198.51.100.1'))(proof)).statusCode).toBe(200)
    const again = await (await strangerAt('198.51.100.1'))(proof)
    expect(again.statusCode).toBe(429)
    expect(again.challenge).not.toBe(challenge)
    const write = await strangerAt('198.51.100.3')
    const [time, random, mac] = (await write()).challenge.split('.')
    for (const made of [`${Number(time) - MINUTE_MS}.${random}.${mac}`, `${time}.${random}.`, '', '.'.repeat(200), `${time}`])
      expect((await write(formatProofOfWork(made, ''))).statusCode).toBe(429)
    const old = (await write()).challenge
    test.advance(11 * MINUTE_MS)
    expect((await write(solve(old))).statusCode).toBe(429)
  })

  it('is let in once by a challenge, however it is written', async () => {
    const write = await strangerAt('198.51.100.7')
    const { challenge } = await write()
    test.advance(MINUTE_MS)
    expect((await write(formatProofOfWork(challenge, ''))).statusCode).toBe(200)
    const another = String.fromCharCode(challenge.charCodeAt(challenge.length - 1) + 1)
    for (const written of [`${challenge}.1`, `${challenge}=`, `${challenge.slice(0, -1)}${another}`])
      expect((await (await strangerAt('198.51.100.7'))(formatProofOfWork(written, ''))).statusCode).toBe(429)
  })

  it('counts for its address once it is let in, and not before: the share of the address stands', async () => {
    const letIn = async () => {
      const write = await strangerAt('198.51.100.9')
      const refused = await write()
      return refused.challenge === 'undefined' ? 429 : (await write(solve(refused.challenge))).statusCode
    }
    expect([await letIn(), await letIn(), await letIn(), await letIn()]).toEqual([200, 200, 200, 429])
  })
})
