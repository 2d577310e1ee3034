import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { conversations, leads } from '../../kernel/db/schema.ts'
import type { Deps } from '../../kernel/deps.ts'
import { errors } from '../../kernel/errors.ts'
import { findLead } from './queries.ts'
import type { ViewsOfLead } from './set-pause.ts'

/** Archives or brings back a lead; its conversations leave the list or return to it. @throws 404 */
export function setArchive(
  deps: Pick<Deps, 'db' | 'clock'>,
  viewsOfLead: ViewsOfLead,
  tenantId: string,
  leadId: string,
  archive: boolean,
): Promise<boolean> {
  return deps.db.tenant(tenantId, async (tx) => {
    if (!(await findLead(tx, tenantId, leadId))) throw errors.notFound()
    await writeArchive(tx, tenantId, leadId, archive, deps.clock.now())
    for (const conversation of await viewsOfLead(tx, tenantId, leadId))
      tx.emit({ name: 'conversation.changed', payload: { tenantId, conversation } })
    tx.emit({ name: 'lead.changed', payload: { tenantId, leadId } })
    return archive
  })
}

/** The flag stands on the lead and, for the list's index, on its conversations: both are written here and nowhere else. */
export async function writeArchive(tx: Tx, tenantId: string, leadId: string, archive: boolean, at: Date): Promise<void> {
  await tx.db
    .update(leads)
    .set({ archive, updatedAt: at })
    .where(and(eq(leads.tenantId, tenantId), eq(leads.id, leadId)))
  await tx.db
    .update(conversations)
    .set({ archive, updatedAt: at })
    .where(and(eq(conversations.tenantId, tenantId), eq(conversations.leadId, leadId)))
}
