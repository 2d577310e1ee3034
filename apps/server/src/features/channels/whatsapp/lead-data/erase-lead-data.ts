import type { Tx } from '../../../../platform/database/database.ts'
import { messageStatuses, whatsappEvents, whatsappNotices } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { LeadChannelIds } from '../../ports.ts'
import { toImportedMessageKey, toPersonKey } from '../history-import/history-keys.ts'
import { listWhatsAppNumbers } from '../numbers/numbers.ts'
import { hashErasedMessageId } from './hash-erased-message-id.ts'
import { whereEventsOfLead, whereNoticesOfLead, whereStatusesOfLead } from './lead-records.ts'

/** Maximum number of rows per insert. A database query can have at most 65,535 parameters. */
const MAX_ROWS_PER_INSERT = 1_000

/** Erases a lead's data from the WhatsApp tables. Stores erasure marks, so that repeated webhooks do not restore the data. */
export async function eraseLeadData(tx: Tx, leadIds: LeadChannelIds, at: Date): Promise<void> {
  const erasedEvents = await tx.db.delete(whatsappEvents).where(whereEventsOfLead(leadIds)).returning()
  await insertErasureMarks(tx, [...erasedEvents, ...(await getHistoryEventKeys(tx, leadIds, at))], at)
  await tx.db.delete(messageStatuses).where(whereStatusesOfLead(leadIds))
  await tx.db.delete(whatsappNotices).where(whereNoticesOfLead(leadIds))
}

type ErasedEvent = Pick<typeof whatsappEvents.$inferSelect, 'tenantId' | 'numberId' | 'kind' | 'key' | 'receivedAt'>

/** Milliseconds after a history import during which its files can still arrive. */
const HISTORY_FILES_WINDOW_MS = 30 * 86_400_000

/** Returns the event keys of history that Meta may still deliver about an erased lead. Erasure marks for these keys prevent its import. */
async function getHistoryEventKeys(
  tx: Tx,
  { tenantId, senders, importedMessages }: LeadChannelIds,
  at: Date,
): Promise<ErasedEvent[]> {
  const numbers = await listWhatsAppNumbers(tx, tenantId)
  // Message ids do not identify a person.
  const personSenders = senders.filter((sender) => !sender.startsWith('wamid.'))
  return [
    ...numbers.flatMap(({ id: numberId }) =>
      personSenders.map((sender) => ({ tenantId, numberId, kind: 'past' as const, key: toPersonKey(sender), receivedAt: at })),
    ),
    ...importedMessages
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

/** Stores an erasure mark for each erased webhook event, because Meta may repeat the event. The retention job deletes the marks later. */
async function insertErasureMarks(tx: Tx, erasedEvents: readonly ErasedEvent[], at: Date): Promise<void> {
  for (let from = 0; from < erasedEvents.length; from += MAX_ROWS_PER_INSERT) {
    const marks = erasedEvents.slice(from, from + MAX_ROWS_PER_INSERT).map(({ tenantId, numberId, kind, key, receivedAt }) => ({
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
