import { me } from '@prosa/contract/calls/accounts/auth'
import { allCalls } from '@prosa/contract/calls/all'
import { errorResponse } from '@prosa/contract/responses'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openServerDatabase } from '../../../platform/database/server-database.ts'
import { createSingleProcessCluster } from '../../../platform/processes/cluster.ts'
import { type InterruptibleProxy, openInterruptibleProxy } from '../../cluster/interruptible-proxy.ts'
import { buildRequestArbitrary } from '../../fuzz/request-arbitrary.ts'
import type { Client } from '../../harness/client.ts'
import { openTestDatabase } from '../../harness/database/test-database.ts'
import { startTestApp, type TestApp } from '../../harness/test-app.ts'
import { createConversation, createTenant } from '../../worlds/factories.ts'

const SEED = 20_261_128

describe.runIf(process.env.TEST_DATABASE_URL)('a database whose connection is lost (needs TEST_DATABASE_URL) @wide', () => {
  let line: InterruptibleProxy
  let test: TestApp
  let staff: Client
  let drop: () => Promise<void>
  const known: { all: string[]; fields: Record<string, string> } = { all: [], fields: {} }

  beforeAll(async () => {
    const opened = await openTestDatabase()
    const { driver } = opened
    drop = opened.drop
    const url = new URL('url' in driver ? driver.url : '')
    await driver.close()
    line = await openInterruptibleProxy({ host: url.hostname, port: Number(url.port || 5432) })
    Object.assign(url, { hostname: '127.0.0.1', port: String(line.port) })
    test = await startTestApp(
      {},
      {
        database: { driver: openServerDatabase(url.href, () => {}), drop: async () => {} },
        cluster: async () => createSingleProcessCluster(),
      },
    )
    const tenant = await createTenant(test)
    const place = await createConversation(test, tenant, { phone: '+5511987654321', history: 'ha' })
    known.all.push(tenant.tenantId, tenant.agentId, place.leadId, place.conversationId, tenant.staff.phone)
    Object.assign(known.fields, place, { agentId: tenant.agentId, leads: place.leadId, agents: tenant.agentId })
    staff = await test.client(tenant.staff.phone)
  })
  afterAll(async () => {
    // The job queue has failed too, so `close` throws.
    await test.close().catch(() => {})
    await line.close()
    await drop()
  })

  it.each(['before a call', 'during a call'])(
    '%s: no call answers with anything but the contract’s 503, or a refusal of its own',
    async (when) => {
      const calls = allCalls.filter(({ name }) => !['logout', 'logoutAll'].includes(name))
      const requests = calls.flatMap((call) =>
        fc
          .sample(buildRequestArbitrary(call, known), { seed: SEED, numRuns: 2 })
          .map((request) => ({ name: call.name, request })),
      )
      // Caches the session, so that the calls reach their own database queries.
      await staff.call(me)
      if (when === 'before a call') line.cut()
      const begun = requests.map(async ({ name, request }) => ({ name, ...(await staff.raw(request)) }))
      setTimeout(() => line.cut(), 20)
      const answers = await Promise.all(begun)
      line.mend()
      const wrong = answers.filter(({ statusCode }) => statusCode >= 500 && statusCode !== 501 && statusCode !== 503)
      expect(wrong.map(({ name, statusCode }) => `${name} ${statusCode}`)).toEqual([])
      const away = answers.filter(({ statusCode }) => statusCode === 503)
      expect(away.length).toBeGreaterThan(20)
      for (const { body } of away) expect(errorResponse.parse(JSON.parse(body)).code).toBe('SERVICE_UNAVAILABLE')
      await expect
        .poll(async () => (await staff.raw({ method: 'GET', url: `/api${me.path}` })).statusCode, { timeout: 15_000 })
        .toBe(200)
    },
    60_000,
  )
})
