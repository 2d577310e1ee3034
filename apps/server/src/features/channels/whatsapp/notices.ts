import type { WhatsappNotice } from '@prosa/contract/entities/channel'
import { and, desc, eq, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { isUuid, type Tx } from '../../../kernel/db/database.ts'
import { whatsappNotices } from '../../../kernel/db/schema/whatsapp.ts'
import { digestOf } from '../../../kernel/digest.ts'
import { errors } from '../../../kernel/errors.ts'
import { heedRefusal } from './heed-refusal.ts'
import { noticeText } from './notice-text.ts'
import { type ForNumber, findNumber } from './numbers.ts'
import type { NoticeNews } from './webhook-notices.ts'

const PAGE = 30
const HOUR_MS = 3_600_000

export type NoticeRow = typeof whatsappNotices.$inferSelect

/**
 * Keeps what Meta told people of a number, each once, and lets those see it who have the numbers open.
 * @returns true where any of it is new
 */
export async function keepNotices(tx: Tx, place: ForNumber, news: readonly NoticeNews[], at: Date): Promise<boolean> {
  if (news.length === 0) return false
  const { tenantId, numberId } = place
  const byId = new Map(news.map((said) => [uuid(), { ...said, saidAt: said.saidAt ?? at, isTimed: said.saidAt !== null }]))
  const added = await tx.db
    .insert(whatsappNotices)
    .values(
      [...byId].map(([id, { field, event, sender, payload, saidAt, isTimed }]) => ({
        ...place,
        id,
        // What says no time of its own may happen again: within the hour it is a repetition.
        digest: digestOf([field, isTimed ? saidAt.getTime() : Math.floor(at.getTime() / HOUR_MS), payload]),
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
  for (const { id } of added) {
    const { code = null, saidAt = at } = byId.get(id) ?? {}
    await heedRefusal(tx, place, { code, message: null, saidAt }, at)
  }
  const number = added.length > 0 ? await findNumber(tx, tenantId, numberId) : null
  if (number)
    tx.emit({ name: 'channel.changed', payload: { tenantId, channel: 'whatsapp', accountId: numberId, status: number.status } })
  return added.length > 0
}

/** What Meta told of a number, the newest first, by keyset. @throws 404, or 400 for a foreign cursor */
export async function listNotices(
  tx: Tx,
  { tenantId, numberId }: ForNumber,
  { limit = PAGE, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ notices: WhatsappNotice[]; nextCursor: string | null }> {
  if (!(await findNumber(tx, tenantId, numberId))) throw errors.notFound()
  const rows = await tx.db
    .select()
    .from(whatsappNotices)
    .where(
      and(
        eq(whatsappNotices.tenantId, tenantId),
        eq(whatsappNotices.numberId, numberId),
        cursor === undefined ? undefined : before(cursor),
      ),
    )
    .orderBy(desc(whatsappNotices.saidAt), desc(whatsappNotices.id))
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    notices: shown.map(presentNotice),
    nextCursor: rows.length > limit && last ? `${last.saidAt.toISOString()}~${last.id}` : null,
  }
}

function before(cursor: string) {
  const [time = '', id = ''] = cursor.split('~')
  const at = new Date(time)
  if (Number.isNaN(at.getTime()) || !isUuid(id)) throw errors.invalid(undefined, { cursor: 'Cursor inválido.' })
  return sql`(${whatsappNotices.saidAt}, ${whatsappNotices.id}) < (${at.toISOString()}::timestamptz, ${id}::uuid)`
}

const presentNotice = (row: NoticeRow): WhatsappNotice => ({
  id: row.id,
  field: row.field,
  event: row.event,
  text: noticeText(row),
  at: row.saidAt.toISOString(),
  payload: row.payload,
})
