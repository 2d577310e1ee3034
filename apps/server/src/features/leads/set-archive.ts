import { eq } from 'drizzle-orm'
import { audit } from '../../kernel/audit.ts'
import type { Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { leads } from '../../kernel/db/schema/conversations.ts'
import type { Deps } from '../../kernel/deps.ts'
import { errors } from '../../kernel/errors.ts'
import type { Identity } from '../../kernel/http/identity.ts'
import type { ConversationsOfLead, WhichLead } from './ports.ts'
import { findLead } from './queries.ts'
import { tellLead } from './tell-lead.ts'

/** Archives or restores a lead. Its conversations leave the list or return to it, and the agent stops or resumes. @throws 404 */
export function setArchive(
  deps: Pick<Deps, 'db' | 'jobs' | 'clock'>,
  conversations: ConversationsOfLead,
  { tenantId, userId }: Identity,
  leadId: string,
  archive: boolean,
): Promise<boolean> {
  return deps.db.tenant(tenantId, async (tx) => {
    if (!(await findLead(tx, tenantId, leadId))) throw errors.notFound()
    await writeArchive(tx, conversations, { tenantId, leadId, at: deps.clock.now() }, archive)
    await audit(tx, {
      tenantId,
      actor: { kind: 'user', id: userId },
      action: archive ? 'lead.archived' : 'lead.restored',
      subject: { kind: 'lead', id: leadId },
    })
    await tellLead(tx, deps, conversations, { tenantId, leadId, agentMaySpeak: !archive })
    return archive
  })
}

/** Sets the flag on the lead and, for the list's index, on its conversations. All changes of the flag use this function. */
export async function writeArchive(
  tx: Tx,
  conversations: ConversationsOfLead,
  which: WhichLead,
  archive: boolean,
): Promise<void> {
  const { tenantId, leadId, at } = which
  await tx.db
    .update(leads)
    .set({ archive, updatedAt: at })
    .where(ofTenant(leads, tenantId, eq(leads.id, leadId)))
  await conversations.setArchive(tx, which, archive)
}
