import type { LeadExport } from '@prosa/contract/entities/conversations/lead-export'
import { asc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { meetings } from '../../../platform/database/schema/organisation/calendar.ts'
import type { Deps } from '../../../platform/deps.ts'

export async function exportMeetings(tx: Tx, tenantId: string, leadIds: readonly string[]): Promise<LeadExport['meetings']> {
  const rows = await tx.db
    .select()
    .from(meetings)
    .where(whereTenant(meetings, tenantId, inArray(meetings.leadId, [...leadIds])))
    .orderBy(asc(meetings.startsAt))
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    starts_at: row.startsAt.toISOString(),
    ends_at: row.endsAt.toISOString(),
    booked_by_agent: row.bookedByAgent,
    created_at: row.createdAt.toISOString(),
    cancelled_at: row.cancelledAt?.toISOString() ?? null,
  }))
}

/**
 * Assigns the meetings of an erased lead to an anonymous lead and removes their titles. The meetings still count in statistics. Jobs delete
 * their calendar events.
 */
export async function anonymizeMeetings(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  { tenantId, leadId }: { tenantId: string; leadId: string },
  anonymousLeadId: string,
): Promise<void> {
  const updatedMeetings = await tx.db
    .update(meetings)
    .set({ leadId: anonymousLeadId, title: '', requestHash: null })
    .where(whereTenant(meetings, tenantId, eq(meetings.leadId, leadId)))
    .returning({ meetingId: meetings.id })
  for (const { meetingId } of updatedMeetings) await jobs.send(tx, 'settle-meeting', { tenantId, meetingId }, { key: meetingId })
}
