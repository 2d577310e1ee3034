import * as z from 'zod/mini'
import type { Tx } from '../../../kernel/db/database.ts'
import { type ForNumber, findNumber } from './numbers.ts'
import { dropTemplate, findTemplate, holdAccount, keepTemplate, noteChanged, type TemplateRow, wordOf } from './templates.ts'
import { lenient, momentOf, text } from './webhook-fields.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Meta's timestamps are in whole seconds. */
const SECOND_MS = 1_000

/** The properties present determine the kind of event, rather than the field (docs/decisions/062). */
const told = z.object({
  message_template_id: z.coerce.string(),
  event: text,
  reason: text,
  rejection_info: lenient(z.object({ reason: text, recommendation: text })),
  other_info: lenient(z.object({ title: text })),
  new_quality_score: text,
  correct_category: text,
  previous_category: text,
  new_category: text,
  category_update_timestamp: lenient(z.coerce.number()),
})
type Told = z.infer<typeof told>

/** Duration of a pause in milliseconds, by Meta's name for it. */
const PAUSES: Readonly<Record<string, number>> = { FIRST_PAUSE: 3 * HOUR_MS, SECOND_PAUSE: 6 * HOUR_MS }
/** Events that restore a status. */
const AGAIN: Readonly<Record<string, string>> = { REINSTATED: 'APPROVED', UNPAUSED: 'APPROVED', UNPAUSE: 'APPROVED' }

/**
 * Applies Meta's event to a template; the order and repetition of events do not matter. Unknown templates, and new texts of known ones, are
 * fetched from Meta with the next request. The caller's event makes clients that show the list request it.
 */
export async function heedTemplate(tx: Tx, place: ForNumber, payload: unknown, saidAt: Date, at: Date): Promise<void> {
  const said = told.safeParse(payload).data
  const number = said && (await findNumber(tx, place.tenantId, place.numberId))
  if (!said || !number) return
  await holdAccount(tx, number)
  const row = await findTemplate(tx, number, said.message_template_id)
  const isKnown = said.event || said.new_quality_score || said.new_category
  if (!row || !isKnown) return noteChanged(tx, number, at)
  if (said.event === 'DELETED' && isNews(row.statusAt, saidAt)) return dropTemplate(tx, number, [row.id])
  await keepTemplate(tx, {
    ...row,
    ...stateBy(said, row, saidAt),
    ...qualityBy(said, row, saidAt),
    ...categoryBy(said, row, saidAt),
  })
}

const isNews = (before: Date, saidAt: Date): boolean => saidAt.getTime() + SECOND_MS > before.getTime()

function stateBy(
  { event, reason, rejection_info: info, other_info: other }: Told,
  row: TemplateRow,
  saidAt: Date,
): Partial<TemplateRow> {
  if (!event || !isNews(row.statusAt, saidAt)) return {}
  const title = other?.title ?? ''
  const lasts = event === 'PAUSED' ? PAUSES[title] : undefined
  return {
    status: AGAIN[title] ?? AGAIN[event] ?? event,
    statusAt: saidAt,
    reason: wordOf(reason) ?? (event === 'PAUSED' ? title || null : null),
    detail: info?.recommendation || info?.reason || null,
    pausedUntil: lasts === undefined ? null : new Date(saidAt.getTime() + lasts),
  }
}

function qualityBy({ new_quality_score: score }: Told, row: TemplateRow, saidAt: Date): Partial<TemplateRow> {
  if (!score || !isNews(row.qualityAt, saidAt)) return {}
  return { quality: score === 'UNKNOWN' ? null : score, qualityAt: saidAt }
}

/**
 * With `correct_category`, the category changes to it within a day and `new_category` applies until then. Otherwise the change to
 * `new_category` has already happened.
 */
function categoryBy(said: Told, row: TemplateRow, saidAt: Date): Partial<TemplateRow> {
  const { new_category: category, correct_category: next } = said
  if (!category || !isNews(row.categoryAt, saidAt)) return {}
  const moment = momentOf(said.category_update_timestamp)
  const nextCategoryAt = moment && moment > saidAt ? moment : new Date(saidAt.getTime() + DAY_MS)
  return { category, nextCategory: next || null, nextCategoryAt: next ? nextCategoryAt : null, categoryAt: saidAt }
}
