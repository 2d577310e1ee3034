import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pauseLead } from '@prosa/contract/calls/conversations/leads'
import { listAudit } from '@prosa/contract/calls/organisation/audit'
import { updatePerson } from '@prosa/contract/calls/organisation/people'
import { eraseLead } from '@prosa/contract/calls/organisation/privacy'
import { exportFilePath, listExports, startExport } from '@prosa/contract/calls/reports/exports'
import type { CallBody } from '@prosa/contract/define-call'
import { auditRow } from '@prosa/contract/entities/organisation/audit'
import { buildPath } from '@prosa/contract/http'
import { eq } from 'drizzle-orm'
import papaparse from 'papaparse'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeAuditEntry } from '../../platform/audit/audit.ts'
import { users } from '../../platform/database/schema/organisation/accounts.ts'
import { exports } from '../../platform/database/schema/organisation/tenants.ts'
import type { Client } from '../../testing/harness/client.ts'
import { startTestApp, type TestApp } from '../../testing/harness/test-app.ts'
import { waitUntil } from '../../testing/harness/wait-until.ts'
import { createConfirmedClient } from '../../testing/worlds/accounts/two-factor-clients.ts'
import { createConversation, createTenant, type TestTenant } from '../../testing/worlds/factories.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'prosa-exports-'))
let test: TestApp
let tenant: TestTenant
let admin: Client
beforeAll(async () => {
  test = await startTestApp({ DATA_DIR: dataDir })
  tenant = await createTenant(test)
  admin = await createConfirmedClient(test, tenant.admin.phone)
})
afterAll(async () => {
  await test.close()
  rmSync(dataDir, { recursive: true })
})

type Asked = CallBody<typeof startExport>

/** Requests an export and waits until it has finished. */
async function made(client: Client, body: Asked) {
  const { id } = (await client.call(startExport, { body })).data
  const find = async () => (await client.call(listExports)).data.exports.find((held) => held.id === id)
  const one = await waitUntil(find, (held) => held !== undefined && held.state !== 'running')
  if (!one) throw new Error('The export is not listed')
  return one
}
const fileOf = (client: Client, id: string) => client.raw({ method: 'GET', url: `/api${buildPath(exportFilePath, { id })}` })
const AUDIT: Asked = { kind: 'audit', format: 'csv' }

const folder = () => join(dataDir, 'exports', tenant.tenantId)

it('TRUST-22 OPEN-11 the audit is exported as Excel in Portuguese opens it, and no cell starts a formula', async () => {
  const { leadId } = await createConversation(test, tenant, { name: '=HYPERLINK("http://mau";"Clique")', history: 'h' })
  for (const pause of [true, false]) await admin.call(pauseLead, { params: { id: leadId }, body: { pause } })
  const one = await made(admin, { ...AUDIT, filter: { subject: leadId } })
  expect(one).toMatchObject({ kind: 'audit', format: 'csv', state: 'ready', rows: 2, reason: null })
  expect(one.filename).toMatch(/^auditoria-\d{4}-\d\d-\d\d\.csv$/)
  const { body, headers } = await fileOf(admin, one.id)
  expect(headers['content-disposition']).toBe(`attachment; filename="${one.filename}"`)
  expect(headers['cache-control']).toBe('no-store')
  expect(body.startsWith('\uFEFFQuando;Quem;O que fez;')).toBe(true)
  expect(Buffer.byteLength(body)).toBe(one.size)
  const [first, second] = papaparse.parse<Record<string, string>>(body.slice(1), { header: true, delimiter: ';' }).data
  expect(first).toMatchObject({
    Ação: 'lead.resumed',
    Sobre: `'=HYPERLINK("http://mau";"Clique")`,
    Quando: expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/),
  })
  expect(second).toMatchObject({ Ação: 'lead.paused' })
  for (const cell of Object.values(first ?? {})) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
})

it('TRUST-22 what changed stands in the file in the words of the page', async () => {
  const own = await createTenant(test)
  const manager = await createConfirmedClient(test, own.staff.phone)
  await manager.call(updatePerson, { params: { id: own.operator.id }, body: { name: 'Carla Dias', role: 'admin' } })
  const one = await made(manager, { ...AUDIT, filter: { action: 'person' } })
  const { body } = await fileOf(manager, one.id)
  expect(papaparse.parse<Record<string, string>>(body.slice(1), { header: true, delimiter: ';' }).data[0]).toMatchObject({
    Antes: `Nome: ${own.operator.name}\nPapel: Operador`,
    Depois: 'Nome: Carla Dias\nPapel: Administrador',
  })
})

it('TRUST-22 as JSON it holds what the call answers, across pages, each act once @wide', async () => {
  const { tenantId } = tenant
  await test.deps.db.tenant(tenantId, async (tx) => {
    for (let n = 0; n < 2_300; n++) await writeAuditEntry(tx, { tenantId, actor: { kind: 'system' }, action: 'agent.changed' })
  })
  const one = await made(admin, { kind: 'audit', format: 'json', filter: { action: 'agent' } })
  const acts = (JSON.parse((await fileOf(admin, one.id)).body) as unknown[]).map((row) => auditRow.parse(row))
  expect([one.rows, acts.length, new Set(acts.map(({ id }) => id)).size]).toEqual([2_300, 2_300, 2_300])
  expect(new Set(acts.map(({ action }) => action))).toEqual(new Set(['agent.changed']))
})

it('an export of nothing is a file too', async () => {
  const nothing = { action: 'meeting' }
  const table = await made(admin, { ...AUDIT, filter: nothing })
  expect((await fileOf(admin, table.id)).body.trim().split('\r\n')).toHaveLength(1)
  const list = await made(admin, { kind: 'audit', format: 'json', filter: nothing })
  expect(JSON.parse((await fileOf(admin, list.id)).body)).toEqual([])
})

it('TRUST-22 TRUST-17 that it was asked for and taken out is recorded, without the words that were searched for', async () => {
  const one = await made(admin, { ...AUDIT, filter: { action: 'lead', search: 'Canario91' } })
  await fileOf(admin, one.id)
  const { rows } = (await admin.call(listAudit, { query: { subject: one.id } })).data
  expect(rows.map(({ action }) => action)).toEqual(['export.downloaded', 'export.made'])
  expect(rows[1]).toMatchObject({
    actor: { id: tenant.admin.id },
    subject: { kind: 'export', label: one.filename },
    after: { action: 'lead', searched: true },
  })
  expect(JSON.stringify(rows)).not.toContain('Canario91')
})

it('TRUST-16 it wants a proof, and only managers have it', async () => {
  const unproved = await test.client(tenant.admin.phone)
  expect(await unproved.refused(startExport, { body: AUDIT })).toMatchObject({ status: 403, code: 'CONFIRMATION_REQUIRED' })
  const operator = await createConfirmedClient(test, tenant.operator.phone)
  expect(await operator.refused(startExport, { body: AUDIT })).toMatchObject({ status: 403, code: 'PERMISSION_DENIED' })
})

it('OPEN-11 a file is its asker’s alone, while they manage, and for 24 hours', async () => {
  const one = await made(admin, AUDIT)
  const staff = await test.client(tenant.staff.phone)
  const stranger = await test.client((await createTenant(test)).staff.phone)
  for (const other of [staff, stranger]) {
    expect(await fileOf(other, one.id)).toMatchObject({ statusCode: 404 })
    expect((await other.call(listExports)).data.exports).toEqual([])
  }
  expect(await fileOf(await test.client(), one.id)).toMatchObject({ statusCode: 401 })
  const setRole = (role: string) =>
    test.deps.db.tenant(tenant.tenantId, (tx) => tx.db.update(users).set({ role }).where(eq(users.id, tenant.admin.id)))
  await setRole('operator')
  expect((await fileOf(await test.client(tenant.admin.phone), one.id)).statusCode).toBe(403)
  await setRole('admin')
  expect((await fileOf(admin, one.id)).statusCode).toBe(200)
  test.advance(24 * 3_600_000 + 1)
  const later = await test.client(tenant.admin.phone)
  expect((await fileOf(later, one.id)).statusCode).toBe(404)
  expect((await later.call(listExports)).data.exports.map(({ id }) => id)).not.toContain(one.id)
})

it('one is made at a time for a person: of ten asked for at once, one', async () => {
  const client = await createConfirmedClient(test, tenant.staff.phone)
  await test.deps.db.tenant(tenant.tenantId, async (tx) => {
    await tx.db.insert(exports).values({
      tenantId: tenant.tenantId,
      id: '0198a5c0-0000-7000-8000-000000000001',
      userId: tenant.staff.id,
      kind: 'audit',
      format: 'csv',
      filter: {},
      filename: 'x.csv',
      state: 'running',
      expiresAt: new Date(test.deps.clock.now().getTime() + 3_600_000),
    })
  })
  expect(await client.refused(startExport, { body: AUDIT })).toMatchObject({ status: 409, code: 'VALIDATION_ERROR' })
})

it('OPEN-12 erasing a lead takes every file of the organisation away that may name it', async () => {
  const client = await createConfirmedClient(test, tenant.admin.phone)
  const { leadId } = await createConversation(test, tenant, { name: 'Canario Erased', history: 'h' })
  const one = await made(client, AUDIT)
  expect(existsSync(join(folder(), one.id))).toBe(true)
  await client.call(eraseLead, { params: { id: leadId } })
  expect((await fileOf(client, one.id)).statusCode).toBe(404)
  await waitUntil(() => !existsSync(folder()) || !readdirSync(folder()).includes(one.id))
})
