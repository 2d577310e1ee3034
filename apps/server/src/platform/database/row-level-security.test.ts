import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/harness/test-app.ts'
import { createConversation, createTenant, type TestTenant } from '../../testing/worlds/factories.ts'
import { getSqlState, type Tx } from './database.ts'
import { whereTenant } from './queries/where-tenant.ts'
import { leads, messages } from './schema/conversations/conversations.ts'
import { auditLog } from './schema/organisation/tenants.ts'

let test: TestApp
let mine: TestTenant
let theirs: TestTenant

beforeAll(async () => {
  test = await startTestApp()
  mine = await createTenant(test)
  theirs = await createTenant(test)
  await createConversation(test, mine, { history: 'ha' })
  await createConversation(test, theirs, { history: 'hahaha' })
})
afterAll(() => test.close())

const count = async (tenantId: string, table: string) =>
  test.deps.db.tenant(tenantId, async (tx) =>
    Number((await tx.db.execute(sql`SELECT count(*) AS n FROM ${sql.identifier(table)}`)).rows[0]?.n),
  )

describe('row-level security', () => {
  it('every table with tenant data has it on, for its owner too, with both policies', async () => {
    const { rows } = await test.deps.db.system((tx) =>
      tx.db.execute(sql`
        SELECT c.relname AS name, c.relrowsecurity AND c.relforcerowsecurity AS on, count(p.polname) AS policies
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace LEFT JOIN pg_policy p ON p.polrelid = c.oid AND p.polpermissive
        WHERE n.nspname = 'public' AND c.relkind = 'r' GROUP BY 1, 2 ORDER BY 1`),
    )
    expect(rows.length).toBeGreaterThan(8)
    for (const row of rows) expect({ ...row, policies: Number(row.policies) }).toEqual({ name: row.name, on: true, policies: 2 })
  })

  it('the primary key of every table of tenants begins with the tenant, but for the two that lead to one', async () => {
    const { rows } = await test.deps.db.system((tx) =>
      tx.db.execute(sql`
        SELECT c.relname AS name, a.attname AS first
        FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
          LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
          LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
        WHERE n.nspname = 'public' AND c.relkind = 'r' ORDER BY 1`),
    )
    expect(rows.length).toBeGreaterThan(8)
    const others = rows.filter(({ first }) => first !== 'tenant_id').map(({ name, first }) => `${String(name)}: ${String(first)}`)
    expect(others).toEqual(['tenants: id', 'user_phones: phone', 'whatsapp_directory: phone_number_id'])
  })

  it('a query that forgets its tenant sees its own tenant only', async () => {
    expect(await count(mine.tenantId, 'messages')).toBe(2)
    expect(await count(theirs.tenantId, 'messages')).toBe(6)
    expect(await count(mine.tenantId, 'tenants')).toBe(1)
  })

  it('nothing can be written into another tenant', async () => {
    const attempt = test.deps.db.tenant(mine.tenantId, (tx) =>
      tx.db.insert(leads).values({ tenantId: theirs.tenantId, id: mine.tenantId, agentId: theirs.agentId, name: 'Intruso' }),
    )
    expect(getSqlState(await attempt.catch((error: unknown) => error))).toBe('42501')
    await test.deps.db.tenant(mine.tenantId, (tx) => tx.db.update(messages).set({ content: 'trocado' }))
    const { rows } = await test.deps.db.system((tx) =>
      tx.db.execute(sql`SELECT count(*) AS n FROM messages WHERE content = 'trocado'`),
    )
    expect(Number(rows[0]?.n)).toBe(2)
  })

  it('nobody sees, changes, deletes or makes jobs of another tenant', async () => {
    const leadId = uuid()
    const send = (from: string, tenantId: string) =>
      test.deps.db.tenant(from, (tx) =>
        test.deps.jobs.sendOrPostpone(tx, 'end-pause', { tenantId, leadId }, { key: leadId, afterMs: 3_600_000 }),
      )
    const asked = (tenantId: string, statement: SQL) =>
      test.deps.db.tenant(tenantId, async (tx) => (await tx.db.execute(statement)).rows.length)
    await send(mine.tenantId, mine.tenantId)
    for (const table of [sql`pgboss.job`, sql`pgboss.job_common`]) {
      const its = sql`data->>'leadId' = ${leadId}`
      expect(await asked(mine.tenantId, sql`SELECT FROM ${table} WHERE ${its}`)).toBe(1)
      expect(await asked(theirs.tenantId, sql`SELECT FROM ${table} WHERE ${its}`)).toBe(0)
      expect(await asked(theirs.tenantId, sql`UPDATE ${table} SET priority = 9 WHERE ${its} RETURNING id`)).toBe(0)
      expect(await asked(theirs.tenantId, sql`DELETE FROM ${table} WHERE ${its} RETURNING id`)).toBe(0)
    }
    expect(getSqlState(await send(theirs.tenantId, mine.tenantId).catch((error: unknown) => error))).toBe('42501')
    // Sending it again yields the same job, and it can be cancelled.
    await send(mine.tenantId, mine.tenantId)
    expect(await asked(mine.tenantId, sql`SELECT FROM pgboss.job WHERE data->>'leadId' = ${leadId}`)).toBe(1)
    await test.deps.db.tenant(mine.tenantId, (tx) => test.deps.jobs.deleteJobsByIds(tx, mine.tenantId, [leadId]))
    expect(await asked(mine.tenantId, sql`SELECT FROM pgboss.job WHERE data->>'leadId' = ${leadId}`)).toBe(0)
  })

  it('the sign-in directory is closed to a tenant, and so is the making of tenants', async () => {
    for (const statement of [
      sql`SELECT * FROM user_phones`,
      sql`SELECT * FROM whatsapp_directory`,
      sql`UPDATE tenants SET platform = true`,
      sql`DELETE FROM audit_log`,
      sql`SELECT FROM pgboss.warning`,
    ]) {
      const error = await test.deps.db.tenant(mine.tenantId, (tx) => tx.db.execute(statement)).catch((thrown: unknown) => thrown)
      expect(getSqlState(error)).toBe('42501')
    }
  })

  it('what was done stays as it was written; only addresses may be cleared', async () => {
    const { tenantId } = mine
    const old = new Date(Date.now() - 200 * 86_400_000)
    const rows = [
      { tenantId, id: uuid(), actorKind: 'user', action: 'session.opened', ip: '203.0.113.9', createdAt: old },
    ] as const
    await test.deps.db.system((tx) => tx.db.insert(auditLog).values([...rows]))
    const refused = async (work: (tx: Tx) => Promise<unknown>) =>
      getSqlState(await test.deps.db.system(work).catch((error: unknown) => error))
    expect(await refused((tx) => tx.db.update(auditLog).set({ action: 'lead.erased' }))).toBe('42501')
    expect(await refused((tx) => tx.db.update(auditLog).set({ ip: '203.0.113.10' }))).toBe('42501')
    expect(await refused((tx) => tx.db.delete(auditLog))).toBe('42501')
    const cleared = await test.deps.db.system((tx) =>
      tx.db.update(auditLog).set({ ip: null }).where(whereTenant(auditLog, tenantId)).returning({ id: auditLog.id }),
    )
    expect(cleared).toContainEqual({ id: rows[0].id })
  })

  it('only a few files may work across tenants', () => {
    const root = join(import.meta.dirname, '../..')
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.includes('test') && !file.startsWith('demo'),
    )
    const across = files.filter((file) => readFileSync(join(root, file), 'utf8').includes('.system(')).sort()
    expect(across).toEqual([
      'features/audit/seal-audit-log.ts',
      'features/auth/password-reset/reset-password-with-link.ts',
      'features/auth/password-reset/send-reset-link.ts',
      'features/auth/sign-in/sign-in.ts',
      'features/channels/webchat/visitor.ts',
      'features/channels/whatsapp/number-health/number-checks.ts',
      'features/channels/whatsapp/numbers/manage-number.ts',
      'features/channels/whatsapp/own-apps/find-webhook-app.ts',
      'features/channels/whatsapp/reconciliation/compare-history.ts',
      'features/channels/whatsapp/signup/advance-signup.ts',
      'features/channels/whatsapp/signup/assign-account.ts',
      'features/channels/whatsapp/signup/choose-number.ts',
      'features/channels/whatsapp/signup/unclaimed-accounts.ts',
      'features/channels/whatsapp/webhook/handle-webhook.ts',
      'features/channels/whatsapp/webhook/webhook-routes.ts',
      'features/onboarding/complete-onboarding.ts',
      'features/onboarding/first-organisation.ts',
      'features/privacy/retention/retention-settings.ts',
      'features/privacy/retention/run-retention.ts',
      'features/search/indexing/start-message-indexing.ts',
      'features/tenants/organisation-settings.ts',
      'features/tenants/routes.ts',
      'features/tenants/write-tenant.ts',
      'features/users/invitations/invite-user.ts',
      'features/users/people/apply-person-change.ts',
      'platform/crypto/reencrypt-secrets.ts',
      'platform/realtime/presence.ts',
    ])
  })
})
