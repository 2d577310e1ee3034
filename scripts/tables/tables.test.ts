import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../bootstrap.mjs'
import { listSourceFiles } from '../check/source-files.ts'
import { TABLE_OWNERS, WRITE_EXCEPTIONS } from './table-owners.ts'
import { extractTableNames, extractTableWrites, findTableWriteProblems } from './table-writes.ts'
import { findDirectTenantComparisons } from './tenant-predicate.ts'

const SCHEMA = "import { leads, tenants } from '../../database/schema/conversations/conversations.ts'\n"

it.each([
  ['a column and a value', 'const a = eq(leads.tenantId, tenantId)'],
  ['the same among others', 'const a = and(eq(leads.id, id), eq(leads.tenantId, who.tenantId))'],
  ['a table by another name', 'const a = eq(c.tenantId, tenantId)'],
  ['two tables that are joined', 'const a = eq(tenants.id, leads.tenantId)'],
  ['SQL', 'const a = sql`SELECT FROM ${leads} WHERE ${leads.tenantId} = ${tenantId}`'],
])('finds a condition of its own: %s', (_what, line) => {
  expect(findDirectTenantComparisons('a.ts', SCHEMA + line)).toEqual([2])
})

it.each([
  'const a = ofTenant(leads, tenantId, eq(leads.id, id))',
  'const a = eq(tenants.id, who.tenantId)',
  'const a = sql`SELECT FROM leads l WHERE l.tenant_id = ${who.tenantId}`',
])('lets stand: %s', (line) => {
  expect(findDirectTenantComparisons('a.ts', SCHEMA + line)).toEqual([])
})

it('reads the real server, whose one home has the condition', () => {
  const home = 'apps/server/src/platform/database/queries/where-tenant.ts'
  const source = readFileSync(join(root, home), 'utf8')
  expect(findDirectTenantComparisons(home, source)).toEqual([])
  expect(findDirectTenantComparisons('moved.ts', source)).toHaveLength(1)
})

const NAMES = new Map([
  ['leads', 'leads'],
  ['audit_log', 'auditLog'],
])
const CALENDAR = 'apps/server/src/features/calendar/a.ts'

it.each([
  ['an insert', 'await tx.db.insert(leads).values(row)'],
  ['an update over several lines', 'await system.db\n.update(leads)\n.set({ pause: true })'],
  ['a table by another name', 'const l = leads; await db.delete(l)'],
  ['SQL', 'await tx.db.execute(sql`UPDATE leads SET pause = true WHERE id = ${id}`)'],
  ['SQL with the table put in', 'await tx.db.execute(sql`DELETE FROM ${leads}`)'],
])('finds who writes: %s', (_what, source) => {
  expect(extractTableWrites('a.ts', source, NAMES)).toEqual([{ table: 'leads', line: 1 }])
  expect(findTableWriteProblems(CALENDAR, source, NAMES)).toEqual([expect.stringContaining("which is leads's")])
  expect(findTableWriteProblems('apps/server/src/features/leads/a.ts', source, NAMES)).toEqual([])
  expect(findTableWriteProblems('apps/server/src/features/calendar/a.test.ts', source, NAMES)).toEqual([])
})

it.each([
  'known.delete(leads)',
  "createHash('sha256').update(text)",
  'await tx.db.select().from(leads).for("update")',
  'sql`SELECT id FROM leads FOR UPDATE`',
])('does not take for a write: %s', (source) => {
  expect(extractTableWrites('a.ts', source, NAMES)).toEqual([])
})

it('a table that is not named, or that nobody owns, is a problem', () => {
  expect(findTableWriteProblems(CALENDAR, 'await tx.db.delete(tableOf(name))', NAMES)).toEqual([
    expect.stringContaining('no owner'),
  ])
  expect(findTableWriteProblems(CALENDAR, 'await tx.db.delete(news)', NAMES)).toEqual([expect.stringContaining('no owner')])
})

it('every table of the schema has an owner, and every exception writes what it says', () => {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const names = new Map(
    listSourceFiles('.ts')
      .filter((file) => file.startsWith('apps/server/src/platform/database/schema/'))
      .flatMap((file) => extractTableNames(file, read(file))),
  )
  expect([...names.values()].toSorted()).toEqual(Object.keys(TABLE_OWNERS).toSorted())
  for (const [place, { tables }] of Object.entries(WRITE_EXCEPTIONS)) {
    const file = `apps/server/src/${place}`
    expect(extractTableWrites(file, read(file), names).map(({ table }) => table)).toEqual(expect.arrayContaining([...tables]))
  }
})
