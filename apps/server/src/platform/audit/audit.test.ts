import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { getChangedFields } from './audit.ts'

it('TRUST-17 the audit is written in one place', () => {
  const root = join(import.meta.dirname, '../..')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  const writing = /\.(insert|delete|update)\(\s*auditLog\b|(INSERT INTO|UPDATE|DELETE FROM) (audit_log|\$\{auditLog\})/
  const writers = files.filter((file) => writing.test(readFileSync(join(root, file), 'utf8'))).toSorted()
  // The sealer updates rows (their position in the chain), but inserts none.
  expect(writers).toEqual(['features/audit/seal-audit-log.ts', 'platform/audit/audit.ts'])
})

it('TRUST-17 of a change only the fields that differ are told', () => {
  const before = { name: 'Ana', role: 'operator', email: null as string | null, since: new Date(0) }
  expect(getChangedFields(before, { name: 'Ana', role: 'admin', email: 'a@b.co', since: new Date(0) })).toEqual({
    before: { role: 'operator', email: null },
    after: { role: 'admin', email: 'a@b.co' },
  })
  expect(getChangedFields(before, { name: 'Ana', role: undefined })).toBeNull()
})
