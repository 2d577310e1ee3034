import type { AuditAction, AuditFields } from '@prosa/contract/entities/audit'
import { actorOf, audit } from '../../kernel/audit.ts'
import type { Tx } from '../../kernel/db/database.ts'
import type { Identity } from '../../kernel/http/identity.ts'
import type { PersonRow } from './list-people.ts'

interface Noted {
  tenantId: string
  action: AuditAction
  person: PersonRow
  changes?: { before: AuditFields; after: AuditFields }
}

/** Writes a change of a user to the audit log of the user's organisation. */
export const notePerson = (tx: Tx, who: Identity, { tenantId, action, person, changes }: Noted): Promise<void> =>
  audit(tx, {
    tenantId,
    actor: actorOf(who, tenantId),
    action,
    subject: { kind: 'user', id: person.id, label: person.name },
    ...changes,
  })
