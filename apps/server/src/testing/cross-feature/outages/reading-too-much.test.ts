import { listConversations, sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../harness/test-app.ts'
import { createConversation, createTenant, type TestTenant } from '../../worlds/factories.ts'

/** More than the number of database connections. */
const CONCURRENT_REQUESTS = 24

describe.runIf(process.env.TEST_DATABASE_URL)(
  'one operator who asks for more than the database can (needs TEST_DATABASE_URL)',
  { timeout: 30_000 },
  () => {
    let test: TestApp
    let busy: TestTenant
    let other: TestTenant
    beforeAll(async () => {
      test = await startTestApp()
      busy = await createTenant(test)
      other = await createTenant(test)
      test.app.http.get('/slow', () => slowly(other))
    })
    afterAll(() => test.close())

    const list = (tenant: TestTenant) => ({ params: { agentId: tenant.agentId } })
    const slowly = ({ tenantId, operator }: TestTenant) =>
      test.deps.db.runRead({ tenantId, userId: operator.id }, (tx) => tx.db.execute(sql`SELECT pg_sleep(60)`))
    const readiness = async () => (await test.app.http.inject('/readyz')).statusCode

    it('takes nothing of other organisations, of colleagues, nor of what is sent; each question ends after 5 s', async () => {
      const place = await createConversation(test, busy, { history: 'h' })
      const [operator, colleague, stranger] = await Promise.all(
        [busy.operator, busy.staff, other.staff].map(({ phone }) => test.client(phone)),
      )
      if (!operator || !colleague || !stranger) throw new Error('Nobody signed in')
      const asked = Array.from({ length: CONCURRENT_REQUESTS }, () =>
        slowly(busy).then(
          () => 'answered',
          (error: unknown) => error,
        ),
      )
      expect((await stranger.call(listConversations, list(other))).success).toBe(true)
      expect((await colleague.call(listConversations, list(busy))).success).toBe(true)
      expect((await operator.call(sendMessage, { params: place, body: { content: 'Olá' } })).success).toBe(true)
      expect(await readiness()).toBe(200)
      const answers = await Promise.all(asked)
      const cut = answers.filter((answer) => (answer as { cause?: { code?: string } }).cause?.code === '57014')
      const refused = answers.filter((answer) => (answer as { statusCode?: number }).statusCode === 429)
      expect(cut.length).toBeGreaterThanOrEqual(3)
      expect([...cut, ...refused]).toHaveLength(CONCURRENT_REQUESTS)
    })

    it('a question that takes too long is answered in words, and tells nothing of what was asked', async () => {
      const answer = await test.app.http.inject('/slow')
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
      expect(answer.json().message).toContain('demorou demais')
      expect(answer.body).not.toContain('pg_sleep')
    })

    it('/readyz says when there is no connection to be had', async () => {
      let letGo = () => {}
      const held = new Promise<void>((resolve) => {
        letGo = resolve
      })
      const holders = Array.from({ length: 10 }, () => test.deps.db.tenant(busy.tenantId, () => held))
      expect(await readiness()).toBe(503)
      letGo()
      await Promise.all(holders)
      expect(await readiness()).toBe(200)
    })
  },
)
