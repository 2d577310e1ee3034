import { v7 as uuid } from 'uuid'
import type { Tx } from '../../kernel/db/database.ts'
import { auditLog } from '../../kernel/db/schema/tenants.ts'
import type { Identity } from '../../kernel/http/identity.ts'
import type { PersonRow } from './list-people.ts'

/** Writes down, in the person's organisation, what was done to them and by whom. Of a change, which fields: never what stood in them. */
export async function notePerson(
  tx: Tx,
  who: Identity,
  { tenantId, action, person, fields }: { tenantId: string; action: string; person: PersonRow; fields?: readonly string[] },
): Promise<void> {
  const detail = { ...(fields ? { fields } : {}), ...(who.tenantId === tenantId ? {} : { by: 'Plataforma Prosa' }) }
  await tx.db.insert(auditLog).values({
    tenantId,
    id: uuid(),
    userId: who.tenantId === tenantId ? who.userId : null,
    action,
    subject: person.id,
    detail: Object.keys(detail).length > 0 ? detail : null,
  })
}
