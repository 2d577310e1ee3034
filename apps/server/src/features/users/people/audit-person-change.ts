import type { AuditAction, AuditFields } from '@prosa/contract/entities/organisation/audit'
import type { Identity } from '../../../platform/access/identity.ts'
import { toAuditActor, writeAuditEntry } from '../../../platform/audit/audit.ts'
import type { Tx } from '../../../platform/database/database.ts'
import type { PersonRow } from './list-people.ts'

interface PersonChangeEntry {
  tenantId: string
  action: AuditAction
  person: PersonRow
  changes?: { before: AuditFields; after: AuditFields }
}

/** Writes a change of a user to the audit log of the user's organisation. */
export const auditPersonChange = (
  tx: Tx,
  identity: Identity,
  { tenantId, action, person, changes }: PersonChangeEntry,
): Promise<void> =>
  writeAuditEntry(tx, {
    tenantId,
    actor: toAuditActor(identity, tenantId),
    action,
    subject: { kind: 'user', id: person.id, label: person.name },
    ...changes,
  })
