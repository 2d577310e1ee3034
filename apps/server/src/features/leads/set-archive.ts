import { eq } from 'drizzle-orm'
import { writeAuditEntry } from '../../kernel/audit.ts'
import type { Tx } from '../../kernel/db/database.ts'
import { leads } from '../../kernel/db/schema/conversations.ts'
import { whereTenant } from '../../kernel/db/where-tenant.ts'
import type { Deps } from '../../kernel/deps.ts'
import { errors } from '../../kernel/errors.ts'
import type { Identity } from '../../kernel/http/identity.ts'
import { emitLeadChange } from './emit-lead-change.ts'
import type { LeadChangeTarget, LeadConversations } from './ports.ts'
import { findLead } from './queries.ts'

/** Archives or restores a lead. Its conversations leave the list or return to it, and the agent stops or resumes. @throws 404 */
export function setArchive(
  deps: Pick<Deps, 'db' | 'jobs' | 'clock'>,
  conversations: LeadConversations,
  { tenantId, userId }: Identity,
  leadId: string,
  archive: boolean,
): Promise<boolean> {
  return deps.db.tenant(tenantId, async (tx) => {
    if (!(await findLead(tx, tenantId, leadId))) throw errors.notFound()
    await updateArchiveFlag(tx, conversations, { tenantId, leadId, at: deps.clock.now() }, archive)
    await writeAuditEntry(tx, {
      tenantId,
      actor: { kind: 'user', id: userId },
      action: archive ? 'lead.archived' : 'lead.restored',
      subject: { kind: 'lead', id: leadId },
    })
    await emitLeadChange(tx, deps, conversations, { tenantId, leadId, agentMaySpeak: !archive })
    return archive
  })
}

/** Sets the flag on the lead and, for the list's index, on its conversations. All changes of the flag use this function. */
export async function updateArchiveFlag(
  tx: Tx,
  conversations: LeadConversations,
  which: LeadChangeTarget,
  archive: boolean,
): Promise<void> {
  const { tenantId, leadId, at } = which
  await tx.db
    .update(leads)
    .set({ archive, updatedAt: at })
    .where(whereTenant(leads, tenantId, eq(leads.id, leadId)))
  await conversations.setArchive(tx, which, archive)
}
