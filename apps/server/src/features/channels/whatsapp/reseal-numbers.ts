import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../../kernel/db/database.ts'
import { whatsappNumbers } from '../../../kernel/db/schema/whatsapp.ts'
import type { Deps } from '../../../kernel/deps.ts'
import { boxOf, listNumbers } from './numbers.ts'

/** Seals the tokens of an organisation's numbers under the secret in use; one that is replaced meanwhile is sealed so already. */
export async function resealNumbers(tx: Tx, tenantId: string, deps: Pick<Deps, 'config'>): Promise<number> {
  let count = 0
  for (const number of await listNumbers(tx, tenantId)) {
    const { id, accessToken } = number
    const anew = boxOf(deps, number).reseal(accessToken)
    if (anew === null) continue
    const mine = and(
      eq(whatsappNumbers.tenantId, tenantId),
      eq(whatsappNumbers.id, id),
      eq(whatsappNumbers.accessToken, accessToken),
    )
    await tx.db.update(whatsappNumbers).set({ accessToken: anew }).where(mine)
    count += 1
  }
  return count
}
