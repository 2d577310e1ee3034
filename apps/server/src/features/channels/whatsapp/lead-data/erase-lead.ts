import type { Tx } from '../../../../platform/database/database.ts'
import { messageStatuses, whatsappEvents, whatsappNotices } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { LeadChannelIds } from '../../ports.ts'
import { toImportedMessageKey, toPersonKey } from '../history-import/history-keys.ts'
import { listNumbers } from '../numbers/numbers.ts'
import { hashErasedMessageId } from './hash-erased-message-id.ts'
import { whereEventsOfLead, whereNoticesOfLead, whereStatusesOfLead } from './lead-records.ts'

/** Maximum number of rows per insert, because a database query can have at most 65,535 parameters. */
const MAX_ROWS_PER_INSERT = 1_000

/** Erases a lead's data from the WhatsApp tables. Stores marks so that repeated webhooks do not restore the data. */
export async function eraseLead(tx: Tx, traces: LeadChannelIds, at: Date): Promise<void> {
  const heard = await tx.db.delete(whatsappEvents).where(whereEventsOfLead(traces)).returning()
  await insertErasureMarks(tx, [...heard, ...(await getHistoryEventKeys(tx, traces, at))], at)
  await tx.db.delete(messageStatuses).where(whereStatusesOfLead(traces))
  await tx.db.delete(whatsappNotices).where(whereNoticesOfLead(traces))
}

type ErasedEvent = Pick<typeof whatsappEvents.$inferSelect, 'tenantId' | 'numberId' | 'kind' | 'key' | 'receivedAt'>

/** Milliseconds after a history import during which files of that import can still arrive. */
const HISTORY_FILES_WINDOW_MS = 30 * 86_400_000

/**
 * Returns the event keys of history that a phone may still deliver for an erased lead. Erasure marks for these keys prevent that the lead's
 * messages and files are restored.
 */
async function getHistoryEventKeys(tx: Tx, { tenantId, senders, past }: LeadChannelIds, at: Date): Promise<ErasedEvent[]> {
  const numbers = await listNumbers(tx, tenantId)
  // Skips message ids, because they do not identify a person.
  const people = senders.filter((sender) => !sender.startsWith('wamid.'))
  return [
    ...numbers.flatMap(({ id: numberId }) =>
      people.map((sender) => ({ tenantId, numberId, kind: 'past' as const, key: toPersonKey(sender), receivedAt: at })),
    ),
    ...past
      .filter(({ createdAt }) => at.getTime() - createdAt.getTime() < HISTORY_FILES_WINDOW_MS)
      .map(({ channelId, numberId }) => ({
        tenantId,
        numberId,
        kind: 'past' as const,
        key: toImportedMessageKey(channelId),
        receivedAt: at,
      })),
  ]
}

/**
 * Stores a mark for each erased webhook event, because Meta repeats events that it considers unacknowledged. The retention job deletes a
 * mark once Meta no longer repeats the event.
 */
async function insertErasureMarks(tx: Tx, heard: readonly ErasedEvent[], at: Date): Promise<void> {
  for (let from = 0; from < heard.length; from += MAX_ROWS_PER_INSERT) {
    const marks = heard.slice(from, from + MAX_ROWS_PER_INSERT).map(({ tenantId, numberId, kind, key, receivedAt }) => ({
      tenantId,
      numberId,
      kind,
      receivedAt,
      key: hashErasedMessageId(key),
      sender: '',
      payload: null,
      place: 0,
      processedAt: at,
    }))
    await tx.db.insert(whatsappEvents).values(marks).onConflictDoNothing()
  }
}
