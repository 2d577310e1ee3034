import type { NumberHistoryImport } from '@prosa/contract/entities/whatsapp/channel'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { importedMessages, whatsappSyncs } from '../../../../platform/database/schema/whatsapp/imported-history.ts'
import { whatsappEvents } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import { getErrorMeaning } from '../cloud-api/error-codes.ts'
import { findWhatsAppNumber, type WhatsAppNumberRef } from '../numbers/numbers.ts'

export type HistorySyncRow = typeof whatsappSyncs.$inferSelect

const whereNumber = ({ tenantId, numberId }: WhatsAppNumberRef) =>
  whereTenant(whatsappSyncs, tenantId, eq(whatsappSyncs.numberId, numberId))

export async function findHistorySync(tx: Tx, numberRef: WhatsAppNumberRef): Promise<HistorySyncRow | null> {
  const [row] = await tx.db.select().from(whatsappSyncs).where(whereNumber(numberRef))
  return row ?? null
}

/** Stores the progress of a WhatsApp number's history import and emits it to clients. Returns null if the number no longer exists. */
export async function upsertHistorySync(
  tx: Tx,
  numberRef: WhatsAppNumberRef,
  changes: Partial<Omit<HistorySyncRow, keyof WhatsAppNumberRef>>,
  at: Date,
): Promise<HistorySyncRow | null> {
  const [row] = await tx.db
    .insert(whatsappSyncs)
    .values({ ...numberRef, ...changes, createdAt: at, updatedAt: at })
    .onConflictDoUpdate({ target: [whatsappSyncs.tenantId, whatsappSyncs.numberId], set: { ...changes, updatedAt: at } })
    .returning()
  const number = row && (await findWhatsAppNumber(tx, numberRef.tenantId, numberRef.numberId))
  if (!number) return null
  const { tenantId, id: accountId, status } = number
  tx.emit({
    name: 'channel.changed',
    payload: { tenantId, channel: 'whatsapp', accountId, status, sync: presentHistorySync(row) },
  })
  return row
}

/**
 * Counts the people and messages that were imported from a WhatsApp number. Counts stored rows, so that repeated webhooks do not count
 * twice.
 */
export async function countImportedMessages(
  tx: Tx,
  { tenantId, numberId }: WhatsAppNumberRef,
): Promise<{ people: number; messages: number }> {
  const [row] = await tx.db
    .select({
      people: sql<number>`count(DISTINCT ${importedMessages.conversationId})::int`,
      messages: sql<number>`count(*)::int`,
    })
    .from(importedMessages)
    .where(whereTenant(importedMessages, tenantId, eq(importedMessages.numberId, numberId)))
  return row ?? { people: 0, messages: 0 }
}

/** Counts the history webhooks of a WhatsApp number that are not fully processed, including the current one. */
export const countPendingChunks = (tx: Tx, { tenantId, numberId }: WhatsAppNumberRef): Promise<number> =>
  tx.db.$count(
    whatsappEvents,
    and(
      whereTenant(whatsappEvents, tenantId, eq(whatsappEvents.numberId, numberId)),
      eq(whatsappEvents.kind, 'past'),
      isNull(whatsappEvents.processedAt),
    ),
  )

/** Meta's error code if the owner declined on the phone to share the history. */
const OWNER_DECLINED_CODE = 2_593_109

/**
 * Returns the state and the Portuguese reason of a failed history import.
 * @param code Meta's error code, null if Meta sent none
 */
export const toSyncFailure = (code: number | null): Pick<HistorySyncRow, 'state' | 'reason'> => ({
  state: code === OWNER_DECLINED_CODE ? 'refused' : 'failed',
  reason: getErrorMeaning(code).reason,
})

export const presentHistorySync = ({ state, progress, people, messages, reason }: HistorySyncRow): NumberHistoryImport => ({
  state,
  progress,
  people,
  messages,
  reason,
})
