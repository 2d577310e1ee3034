import type { Tx } from '../../kernel/db/database.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { Identity } from '../../kernel/http/identity.ts'
import { findPerson, type PersonRow } from './list-people.ts'
import { notePerson } from './note-person.ts'
import { holdAnother, type Whom } from './switch-person.ts'

/** Takes away all that a person has as second step, inside the transaction; accounts does it. */
export type RemoveStep = (tx: Tx, account: { tenantId: string; userId: string }) => Promise<void>

/**
 * Lets a person who has lost phone, keys and codes in by the password alone again. Their sessions stay as they are.
 * @throws 403 for oneself or for staff by an admin, 404
 */
export function removeSecondStep(
  { db, removeStep }: Pick<Deps, 'db'> & { removeStep: RemoveStep },
  who: Identity,
  { tenantId, id }: Whom,
): Promise<PersonRow> {
  return db.tenant(tenantId, async (tx) => {
    const person = await holdAnother(tx, who, { tenantId, id })
    if (person.secondStep === 'none') return person
    await removeStep(tx, { tenantId, userId: id })
    await notePerson(tx, who, { tenantId, action: 'second step removed', person })
    return (await findPerson(tx, tenantId, id)) ?? person
  })
}
