import type { WhatsappNotice } from '@prosa/contract/entities/whatsapp/channel'
import { desc, eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../../../../platform/database/database.ts'
import { buildTimeCursorCondition, formatTimeCursor } from '../../../../platform/database/queries/time-cursor.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { whatsappNotices } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import { errors } from '../../../../platform/errors.ts'
import { hashJson } from '../../../../platform/json/hash-json.ts'
import { applyAccountUpdate } from '../number-health/apply-account-update.ts'
import { emitNumberState, type NotifyDeps } from '../number-health/problems.ts'
import { findWhatsAppNumber, type WhatsAppNumberRef } from '../numbers/numbers.ts'
import { handleNumberRejection } from '../outbound/handle-send-rejection.ts'
import { applyTemplateUpdate } from '../templates/apply-template-update.ts'
import { formatNotice } from './format-notice.ts'
import type { WebhookNotice } from './webhook-notices.ts'

const PAGE_SIZE = 30
const HOUR_MS = 3_600_000

export type NoticeRow = typeof whatsappNotices.$inferSelect

/**
 * Stores Meta's notices about a WhatsApp number, skips repeated ones, and informs clients.
 * @returns whether any notice is new
 */
export async function insertNotices(
  tx: Tx,
  deps: NotifyDeps,
  numberRef: WhatsAppNumberRef,
  notices: readonly WebhookNotice[],
  at: Date,
): Promise<boolean> {
  if (notices.length === 0) return false
  const noticeById = new Map(
    notices.map((notice) => [uuid(), { ...notice, saidAt: notice.saidAt ?? at, hasTimestamp: notice.saidAt !== null }]),
  )
  const inserted = await tx.db
    .insert(whatsappNotices)
    .values(
      [...noticeById].map(([id, { field, event, sender, payload, saidAt, hasTimestamp }]) => ({
        ...numberRef,
        id,
        // An event without a timestamp is a duplicate only if the same event arrived within the same hour.
        digest: hashJson([field, hasTimestamp ? saidAt.getTime() : Math.floor(at.getTime() / HOUR_MS), payload]),
        field,
        event,
        sender,
        payload,
        saidAt,
        receivedAt: at,
      })),
    )
    .onConflictDoNothing()
    .returning({ id: whatsappNotices.id })
  for (const { id } of inserted) {
    const notice = noticeById.get(id)
    if (!notice) continue
    await handleNumberRejection(tx, deps, numberRef, notice, at)
    await applyAccountUpdate(tx, deps, numberRef, notice, at)
    await applyTemplateUpdate(tx, numberRef, notice.payload, notice.saidAt, at)
  }
  if (inserted.length > 0) await emitNumberState(tx, numberRef)
  return inserted.length > 0
}

/**
 * Returns Meta's notices about a WhatsApp number, newest first, one page at a time.
 * @throws 404 if the number does not exist, 400 for an invalid cursor
 */
export async function listNotices(
  tx: Tx,
  { tenantId, numberId }: WhatsAppNumberRef,
  { limit = PAGE_SIZE, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ notices: WhatsappNotice[]; nextCursor: string | null }> {
  if (!(await findWhatsAppNumber(tx, tenantId, numberId))) throw errors.notFound()
  const rows = await tx.db
    .select()
    .from(whatsappNotices)
    .where(
      whereTenant(
        whatsappNotices,
        tenantId,
        eq(whatsappNotices.numberId, numberId),
        cursor === undefined ? undefined : buildTimeCursorCondition(whatsappNotices.saidAt, whatsappNotices.id, cursor),
      ),
    )
    .orderBy(desc(whatsappNotices.saidAt), desc(whatsappNotices.id))
    .limit(limit + 1)
  const pageRows = rows.slice(0, limit)
  const last = pageRows.at(-1)
  return {
    notices: pageRows.map(presentNotice),
    nextCursor: rows.length > limit && last ? formatTimeCursor(last.saidAt, last.id) : null,
  }
}

const presentNotice = (row: NoticeRow): WhatsappNotice => ({
  id: row.id,
  field: row.field,
  event: row.event,
  text: formatNotice(row),
  at: row.saidAt.toISOString(),
  payload: row.payload,
})
