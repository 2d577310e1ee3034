import { and, eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../../kernel/db/database.ts'
import { leads } from '../../kernel/db/schema.ts'
import { phoneKey } from './phone-key.ts'
import { writeArchive } from './set-archive.ts'

export interface ChannelLead {
  tenantId: string
  agentId: string
  /** Who the lead is on its channel. */
  channelKey: string
  lead: { name?: string; phone?: string; origin: string }
  at: Date
}

/**
 * The lead behind a channel key, made when it is new, held until the transaction ends; an archived one that writes comes
 * back into the list, because a lead that writes is never out of sight.
 */
export async function findOrCreateLead(
  tx: Tx,
  { tenantId, agentId, channelKey, lead, at }: ChannelLead,
): Promise<{ id: string; pause: boolean }> {
  const find = () =>
    tx.db
      .select({ id: leads.id, pause: leads.pause, archive: leads.archive })
      .from(leads)
      .where(and(eq(leads.tenantId, tenantId), eq(leads.agentId, agentId), eq(leads.channelKey, channelKey)))
      .for('update')
  const [found] = await find()
  if (found) {
    if (found.archive) await writeArchive(tx, tenantId, found.id, false, at)
    return found
  }
  const [made] = await tx.db
    .insert(leads)
    .values({
      tenantId,
      id: uuid(),
      agentId,
      channelKey,
      name: lead.name ?? null,
      phone: lead.phone ?? null,
      phoneKey: phoneKey(lead.phone ?? null),
      origin: lead.origin,
      createdAt: at,
      updatedAt: at,
    })
    .onConflictDoNothing()
    .returning({ id: leads.id, pause: leads.pause })
  if (made) return made
  // Another message of the same new lead was faster; its row is there now.
  const [other] = await find()
  if (!other) throw new Error('A lead can be neither made nor found')
  return other
}
