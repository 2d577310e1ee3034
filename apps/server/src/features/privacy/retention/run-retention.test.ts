import { getRetention, setRetention } from '@prosa/contract/calls/organisation/privacy'
import { eq, isNull, type SQL, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { leads } from '../../../platform/database/schema/conversations/conversations.ts'
import { auditLog, tenants } from '../../../platform/database/schema/organisation/tenants.ts'
import type { Client } from '../../../testing/harness/client.ts'
import { startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import { createConversation, createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'
import { eraseLead } from '../lead-data/erase-lead.ts'
import { runRetention } from './run-retention.ts'

let test: TestApp
let tenant: TestTenant
let admin: Client

beforeAll(async () => {
  test = await startTestApp()
  tenant = await createTenant(test)
  admin = await test.client(tenant.admin.phone)
})
afterAll(() => test.close())

describe('what nobody may keep any longer', () => {
  const month = 31 * 86_400_000
  const away = async (leadId: string) => (await admin.raw({ method: 'GET', url: `/api/leads/${leadId}` })).statusCode === 404

  it('leads without movement are erased after the months that the organisation wants, never by default', async () => {
    const quiet = await createConversation(test, tenant, { history: 'ha', at: new Date(Date.now() - 4 * month) })
    const lively = await createConversation(test, tenant, { history: 'ha', at: new Date(Date.now() - month) })
    const made = new Date(Date.now() - 5 * month).toISOString()
    await test.deps.db.system(async (tx) => {
      for (const table of ['leads', 'conversations'])
        await tx.db.execute(
          sql`UPDATE ${sql.identifier(table)} SET created_at = ${made}::timestamptz WHERE tenant_id = ${tenant.tenantId}`,
        )
    })
    await runRetention(test.deps, test.app.modules)
    expect(await away(quiet.leadId)).toBe(false)
    expect((await admin.call(setRetention, { body: { months: 3 } })).data).toEqual({ months: 3, file_months: null })
    expect((await admin.call(getRetention)).data).toEqual({ months: 3, file_months: null })
    await runRetention(test.deps, test.app.modules)
    expect(await away(quiet.leadId)).toBe(true)
    expect(await away(lively.leadId)).toBe(false)
    // The lead wrote after the query for inactive leads and before its erasure.
    const erasure = { tenantId: tenant.tenantId, leadId: lively.leadId, userId: null, at: new Date() }
    const erase = (quietSince: Date) =>
      test.deps.db.tenant(tenant.tenantId, (tx) =>
        eraseLead(tx, test.deps, test.app.modules.erasureHandlers, { ...erasure, inactiveSince: quietSince }),
      )
    expect(await erase(new Date(Date.now() - 3 * month))).toBe(false)
    expect(await away(lively.leadId)).toBe(false)
    expect(await erase(new Date())).toBe(true)
    for (const months of [0, 121, 1.5]) expect((await admin.refused(setRetention, { rawBody: { months } })).status).toBe(400)
  })

  it('a round looks at each lead once, and at none that was erased @wide', async () => {
    const { tenantId, agentId } = await createTenant(test)
    const months = 3
    // Erased, active and inactive leads, more than one statement reads.
    await test.deps.db.system(async (tx) => {
      await tx.db.update(tenants).set({ retentionMonths: months }).where(eq(tenants.id, tenantId))
      await tx.db.execute(sql`
        INSERT INTO leads (tenant_id, id, agent_id, name, created_at, erased_at)
        SELECT ${tenantId}::uuid, gen_random_uuid(), ${agentId}::uuid, 'Lead ' || n, now() - interval '1 year' + n * interval '1 minute',
          CASE WHEN n <= 1500 THEN now() END
        FROM generate_series(1, 3100) n`)
      await tx.db.execute(sql`
        INSERT INTO conversations (tenant_id, id, lead_id, agent_id, channel, last_client_message_at, created_at)
        SELECT tenant_id, gen_random_uuid(), id, agent_id, 'webchat', now(), created_at FROM leads
        WHERE tenant_id = ${tenantId} AND erased_at IS NULL AND name NOT LIKE '%7'`)
    })
    const asked: string[] = []
    const { db } = test.deps
    const watched: typeof db = {
      ...db,
      tenant: (id, work) =>
        db.tenant(id, (tx) => {
          const execute = async (query: SQL) => {
            const answer = await tx.db.execute(query)
            if (id === tenantId) for (const row of answer.rows) if ('quiet' in row) asked.push(String(row['id']))
            return answer
          }
          return work({
            ...tx,
            db: new Proxy(tx.db, { get: (on, name) => (name === 'execute' ? execute : Reflect.get(on, name)) }),
          })
        }),
    }
    await runRetention({ ...test.deps, db: watched }, test.app.modules)
    expect(asked).toHaveLength(1_600)
    expect(new Set(asked).size).toBe(1_600)
    const left = await db.system((tx) => tx.db.$count(leads, whereTenant(leads, tenantId, isNull(leads.erasedAt))))
    expect(left).toBe(1_440)
  })

  it('an organisation whose turn fails does not keep the others from theirs', async () => {
    const [first, second] = [await createTenant(test), await createTenant(test)]
    const made = new Date(Date.now() - 5 * month)
    for (const { tenantId } of [first, second])
      await test.deps.db.system((tx) => tx.db.update(tenants).set({ retentionMonths: 3 }).where(eq(tenants.id, tenantId)))
    const place = await createConversation(test, second, { history: 'ha', at: made })
    await test.deps.db.system(async (tx) => {
      for (const table of ['leads', 'conversations'])
        await tx.db.execute(
          sql`UPDATE ${sql.identifier(table)} SET created_at = ${made.toISOString()}::timestamptz WHERE tenant_id = ${second.tenantId}`,
        )
    })
    const { db } = test.deps
    const broken: typeof db = {
      ...db,
      tenant: (id, work) => (id === second.tenantId ? db.tenant(id, work) : Promise.reject(new Error('away'))),
    }
    await expect(runRetention({ ...test.deps, db: broken }, test.app.modules)).rejects.toThrow(AggregateError)
    const client = await test.client(second.staff.phone)
    expect((await client.raw({ method: 'GET', url: `/api/leads/${place.leadId}` })).statusCode).toBe(404)
  })

  it('a round that fails is not the last', async () => {
    const next = () =>
      test.deps.db.system((tx) => tx.db.execute(sql`SELECT FROM pgboss.job WHERE name = 'keep-house' AND state = 'created'`))
    await test.deps.db.system((tx) => tx.db.execute(sql`DELETE FROM pgboss.job WHERE name = 'keep-house'`))
    const stopped = () => {
      throw new Error('No clock')
    }
    await expect(runRetention({ ...test.deps, clock: { now: stopped } }, test.app.modules)).rejects.toThrow('No clock')
    expect((await next()).rows).toHaveLength(1)
  })

  it('access records are kept for six months and cleared then; deeds are kept', async () => {
    const { tenantId } = tenant
    const row = (ip: string | null, age: number) => {
      const createdAt = new Date(Date.now() - age)
      return { tenantId, id: uuid(), actorKind: 'user' as const, action: 'session.opened' as const, ip, userAgent: ip, createdAt }
    }
    const rows = [row('203.0.113.9', 5 * month), row('203.0.113.9', 7 * month), row(null, 7 * month)]
    await test.deps.db.tenant(tenantId, (tx) => tx.db.insert(auditLog).values(rows))
    await runRetention(test.deps, test.app.modules)
    const kept = await test.deps.db.tenant(tenantId, (tx) => tx.db.select().from(auditLog))
    const addresses = rows.map(({ id }) => kept.find((one) => one.id === id)).map((one) => one && [one.ip, one.userAgent])
    expect(addresses).toEqual([
      ['203.0.113.9', '203.0.113.9'],
      [null, null],
      [null, null],
    ])
  })
})
