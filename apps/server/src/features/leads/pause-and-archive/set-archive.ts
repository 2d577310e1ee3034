import { eq } from 'drizzle-orm'
import type { Identity } from '../../../platform/access/identity.ts'
import { writeAuditEntry } from '../../../platform/audit/audit.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { leads } from '../../../platform/database/schema/conversations/conversations.ts'
import type { Deps } from '../../../platform/deps.ts'
import { errors } from '../../../platform/errors.ts'
import type { LeadChangeTarget, LeadConversations } from '../ports.ts'
import { findLead } from '../queries.ts'
import { emitLeadChange } from './emit-lead-change.ts'

/**
 * Archives or restores a lead. The lead's conversations leave or enter the conversation list, and the agent stops or resumes.
 * @throws 404 if the lead does not exist
 */
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
    await emitLeadChange(tx, deps, conversations, { tenantId, leadId, mayAgentAnswer: !archive })
    return archive
  })
}

/**
 * Sets the archive flag of a lead and copies it to the lead's conversations, for the database index of the conversation list. Always change
 * the flag with this function.
 */
export async function updateArchiveFlag(
  tx: Tx,
  conversations: LeadConversations,
  target: LeadChangeTarget,
  archive: boolean,
): Promise<void> {
  const { tenantId, leadId, at } = target
  await tx.db
    .update(leads)
    .set({ archive, updatedAt: at })
    .where(whereTenant(leads, tenantId, eq(leads.id, leadId)))
  await conversations.setArchive(tx, target, archive)
}
