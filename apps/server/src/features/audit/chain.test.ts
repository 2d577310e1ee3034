import { pauseLead } from '@prosa/contract/calls/conversations/leads'
import { verifyAudit as verifyCall } from '@prosa/contract/calls/organisation/audit'
import { eraseLead } from '@prosa/contract/calls/organisation/privacy'
import { asc, eq, type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clearOldIpAddresses, writeAuditEntry } from '../../platform/audit/audit.ts'
import { whereTenant } from '../../platform/database/queries/where-tenant.ts'
import { auditHeads, auditLog } from '../../platform/database/schema/organisation/tenants.ts'
import { startTestApp, type TestApp } from '../../testing/harness/test-app.ts'
import { waitUntil } from '../../testing/harness/wait-until.ts'
import { createConversation, createTenant, type TestTenant } from '../../testing/worlds/factories.ts'
import { logChainHeads, SEAL_INTERVAL_MS, sealAuditLog } from './seal-audit-log.ts'

const DAY_MS = 86_400_000

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const chainOf = (tenantId: string) =>
  test.deps.db.tenant(tenantId, (tx) =>
    tx.db.select().from(auditLog).where(whereTenant(auditLog, tenantId)).orderBy(asc(auditLog.seq)),
  )
const act = (tenantId: string, at = new Date()) =>
  test.deps.db.tenant(tenantId, (tx) =>
    writeAuditEntry(tx, {
      tenantId,
      actor: { kind: 'system' },
      action: 'settings.changed',
      after: { name: 'Nova' },
      origin: { ip: '203.0.113.7', userAgent: 'Firefox' },
      occurredAt: at,
    }),
  )
/** Creates an organisation with a sealed chain of `rows` rows, and a function that verifies it as its manager. */
async function chain(rows: number) {
  const tenant = await createTenant(test)
  for (let n = 0; n < rows; n++) await act(tenant.tenantId)
  const admin = await test.client(tenant.admin.phone)
  await sealAuditLog(test.deps)
  return { tenant, admin, verdict: async () => (await admin.call(verifyCall)).data }
}
/** Changes rows as someone with full access to the database: roles and triggers do not prevent it. */
const tamper = (...statements: readonly SQL[]) =>
  test.deps.db.system(async (tx) => {
    await tx.db.execute(sql`RESET ROLE`)
    await tx.db.execute(sql`ALTER TABLE audit_log DISABLE TRIGGER audit_stays`)
    for (const statement of statements) await tx.db.execute(statement)
    await tx.db.execute(sql`ALTER TABLE audit_log ENABLE TRIGGER audit_stays`)
  })
const at = ({ tenantId }: TestTenant, seq: number) => sql`tenant_id = ${tenantId} AND seq = ${seq}`

describe('the chain', () => {
  it('TRUST-19 rows are chained by SHA-256 in the order in which they were found, each once', async () => {
    const { tenant, verdict } = await chain(3)
    // An act that began before the others and was committed after them.
    await act(tenant.tenantId, new Date(Date.now() - DAY_MS))
    expect(await sealAuditLog(test.deps)).toBe(1)
    expect(await sealAuditLog(test.deps)).toBe(0)
    const rows = await chainOf(tenant.tenantId)
    expect(rows.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5])
    expect(rows.map(({ prevHash }) => prevHash)).toEqual(['0'.repeat(64), ...rows.slice(0, -1).map(({ hash }) => hash)])
    expect(new Set(rows.map(({ hash }) => hash)).size).toBe(5)
    for (const { hash } of rows) expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(await verdict()).toEqual({ ok: true, checked: 5 })
  })

  it('TRUST-19 of two sealers at a time one seals', async () => {
    const { tenant, verdict } = await chain(1)
    for (let n = 0; n < 20; n++) await act(tenant.tenantId)
    await Promise.all(Array.from({ length: 5 }, () => sealAuditLog(test.deps)))
    expect(await verdict()).toEqual({ ok: true, checked: 22 })
  })

  it('TRUST-19 what was committed is sealed by itself, with two rounds to spare before its 10 s are over @wide', async () => {
    const tenant = await createTenant(test)
    await act(tenant.tenantId)
    const [row] = await waitUntil(
      () => chainOf(tenant.tenantId),
      ([first]) => typeof first?.seq === 'number',
    )
    expect(row).toMatchObject({ seq: 1, prevHash: '0'.repeat(64) })
    expect(3 * SEAL_INTERVAL_MS).toBeLessThan(10_000)
  })

  it.runIf(process.env.TEST_DATABASE_URL)(
    'TRUST-19 nobody who writes waits for another, nor for the sealer, nor it for them (needs TEST_DATABASE_URL)',
    async () => {
      const { tenant, verdict } = await chain(1)
      const { tenantId } = tenant
      const long = Promise.withResolvers<void>()
      const written = Promise.withResolvers<void>()
      const first = test.deps.db.tenant(tenantId, async (tx) => {
        await writeAuditEntry(tx, { tenantId, actor: { kind: 'system' }, action: 'agent.created' })
        written.resolve()
        await long.promise
      })
      await written.promise
      // The first transaction is still open, so its act follows those committed meanwhile.
      await act(tenantId)
      const committed = async () => (await chainOf(tenantId)).find(({ seq }) => seq === 3)?.action
      await waitUntil(async () => {
        await sealAuditLog(test.deps)
        return (await committed()) === 'settings.changed'
      })
      long.resolve()
      await first
      await waitUntil(async () => {
        await sealAuditLog(test.deps)
        return (await chainOf(tenantId)).find(({ seq }) => seq === 4)?.action === 'agent.created'
      })
      expect(await verdict()).toEqual({ ok: true, checked: 4 })
    },
  )

  it('TRUST-20 the first row changed, deleted, inserted or moved is named', async () => {
    const made = async () => {
      const { tenant, verdict } = await chain(5)
      return { tenant, verdict, mine: (seq: number) => at(tenant, seq) }
    }
    const changed = await made()
    await tamper(sql`UPDATE audit_log SET detail = '{"name":"Outra"}' WHERE ${changed.mine(3)}`)
    expect(await changed.verdict()).toEqual({ ok: false, checked: 2, broken_at: 3 })

    const deleted = await made()
    await tamper(sql`DELETE FROM audit_log WHERE ${deleted.mine(3)}`)
    expect(await deleted.verdict()).toEqual({ ok: false, checked: 2, broken_at: 3 })

    const inserted = await made()
    const up = (seq: number) => sql`UPDATE audit_log SET seq = ${seq + 1} WHERE ${inserted.mine(seq)}`
    await tamper(
      up(6),
      up(5),
      up(4),
      sql`INSERT INTO audit_log (tenant_id, id, actor_kind, action, seq, prev_hash, hash)
        SELECT tenant_id, gen_random_uuid(), 'system', 'lead.erased', 4, hash, hash FROM audit_log WHERE ${inserted.mine(3)}`,
    )
    expect(await inserted.verdict()).toEqual({ ok: false, checked: 3, broken_at: 4 })

    const moved = await made()
    const to = (seq: number, then: number) => sql`UPDATE audit_log SET seq = ${then} WHERE ${moved.mine(seq)}`
    await tamper(to(2, 100), to(3, 2), to(100, 3))
    expect(await moved.verdict()).toEqual({ ok: false, checked: 1, broken_at: 2 })

    const readdressed = await made()
    await tamper(sql`UPDATE audit_log SET ip = '203.0.113.8' WHERE ${readdressed.mine(4)}`)
    expect(await readdressed.verdict()).toEqual({ ok: false, checked: 3, broken_at: 4 })
  })

  it('TRUST-20 a tail that was cut shows against the head, which the log tells too', async () => {
    const { tenant, verdict } = await chain(4)
    await logChainHeads(test.deps)
    const [head] = await test.deps.db.system((tx) =>
      tx.db.select().from(auditHeads).where(whereTenant(auditHeads, tenant.tenantId)),
    )
    expect(head).toMatchObject({ seq: 5 })
    expect(test.logged()).toContain(head?.hash)
    await tamper(sql`DELETE FROM audit_log WHERE tenant_id = ${tenant.tenantId} AND seq > 3`)
    expect(await verdict()).toEqual({ ok: false, checked: 3, broken_at: 4 })
  })

  it('TRUST-21 addresses cleared after six months leave the chain whole; cleared before, they break it', async () => {
    const { tenant, verdict } = await chain(1)
    await act(tenant.tenantId, new Date(Date.now() - 200 * DAY_MS))
    await sealAuditLog(test.deps)
    await test.deps.db.system((tx) => clearOldIpAddresses(tx, new Date(Date.now() - 190 * DAY_MS)))
    const old = (await chainOf(tenant.tenantId)).at(-1)
    expect(old).toMatchObject({ ip: null, userAgent: null, addressSalt: null, addressDigest: expect.any(String) })
    expect(await verdict()).toEqual({ ok: true, checked: 3 })
    await test.deps.db.system((tx) => clearOldIpAddresses(tx, new Date()))
    expect(await verdict()).toEqual({ ok: false, checked: 0, broken_at: 1 })
  })

  it('TRUST-21 the name of a lead that is erased goes from every row, and the chain stays whole', async () => {
    const { tenant, admin, verdict } = await chain(1)
    const { leadId } = await createConversation(test, tenant, { name: 'Davi Lima', history: 'h' })
    await admin.call(pauseLead, { params: { id: leadId }, body: { pause: true } })
    await sealAuditLog(test.deps)
    const labels = async () =>
      (await chainOf(tenant.tenantId)).filter(({ subject }) => subject === leadId).map(({ subjectLabel }) => subjectLabel)
    expect(await labels()).toEqual(['Davi Lima'])
    await admin.call(eraseLead, { params: { id: leadId } })
    await sealAuditLog(test.deps)
    expect(await labels()).toEqual([null, null])
    expect(await verdict()).toEqual({ ok: true, checked: 4 })
  })

  it('TRUST-21 of a lead that is still there the name may not go, nor be another', async () => {
    const { tenant, admin, verdict } = await chain(1)
    const { leadId } = await createConversation(test, tenant, { name: 'Davi Lima', history: 'h' })
    await admin.call(pauseLead, { params: { id: leadId }, body: { pause: true } })
    await sealAuditLog(test.deps)
    const paused = whereTenant(auditLog, tenant.tenantId, eq(auditLog.seq, 3))
    const before = await verdict()
    expect(before).toEqual({ ok: true, checked: 3 })
    await tamper(sql`UPDATE audit_log SET subject_label = 'Outro' WHERE ${paused}`)
    expect(await verdict()).toEqual({ ok: false, checked: 2, broken_at: 3 })
    await tamper(sql`UPDATE audit_log SET subject_label = NULL, label_salt = NULL WHERE ${paused}`)
    expect(await verdict()).toEqual({ ok: false, checked: 2, broken_at: 3 })
  })
})
