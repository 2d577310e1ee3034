import * as z from 'zod/mini'
import type { Tx } from '../../../../platform/database/database.ts'
import { findWhatsAppNumber, type WhatsAppNumberRef } from '../numbers/numbers.ts'
import { nullIfInvalid, optionalText, parseTimestamp } from '../webhook/webhook-fields.ts'
import {
  deleteTemplateRows,
  findTemplate,
  lockTemplatesForUpdate,
  markTemplatesOutdated,
  normalizeReason,
  type TemplateRow,
  upsertTemplate,
} from './templates.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Precision of Meta's timestamps, which are in whole seconds. */
const SECOND_MS = 1_000

/**
 * Schema of Meta's events about a template. The kind of event follows from the properties and not from the webhook field
 * (docs/decisions/062).
 */
const templateUpdate = z.object({
  message_template_id: z.coerce.string(),
  event: optionalText,
  reason: optionalText,
  rejection_info: nullIfInvalid(z.object({ reason: optionalText, recommendation: optionalText })),
  other_info: nullIfInvalid(z.object({ title: optionalText })),
  new_quality_score: optionalText,
  correct_category: optionalText,
  previous_category: optionalText,
  new_category: optionalText,
  category_update_timestamp: nullIfInvalid(z.coerce.number()),
})
type TemplateUpdate = z.infer<typeof templateUpdate>

/** Duration in milliseconds of each kind of pause that Meta imposes on a template. */
const PAUSE_DURATIONS_MS: Readonly<Record<string, number>> = { FIRST_PAUSE: 3 * HOUR_MS, SECOND_PAUSE: 6 * HOUR_MS }
/** Template status after an event that lifts a restriction. */
const RESTORED_STATUS_BY_EVENT: Readonly<Record<string, string>> = {
  REINSTATED: 'APPROVED',
  UNPAUSED: 'APPROVED',
  UNPAUSE: 'APPROVED',
}

/**
 * Applies one of Meta's events to a stored template. Events may arrive repeatedly and in any order. For an unknown template or a new text,
 * marks the stored templates as outdated. The caller informs clients.
 */
export async function applyTemplateUpdate(
  tx: Tx,
  numberRef: WhatsAppNumberRef,
  payload: unknown,
  saidAt: Date,
  at: Date,
): Promise<void> {
  const update = templateUpdate.safeParse(payload).data
  const number = update && (await findWhatsAppNumber(tx, numberRef.tenantId, numberRef.numberId))
  if (!update || !number) return
  await lockTemplatesForUpdate(tx, number)
  const row = await findTemplate(tx, number, update.message_template_id)
  const isSupported = update.event || update.new_quality_score || update.new_category
  if (!row || !isSupported) return markTemplatesOutdated(tx, number, at)
  if (update.event === 'DELETED' && isNewer(row.statusAt, saidAt)) return deleteTemplateRows(tx, number, [row.id])
  await upsertTemplate(tx, {
    ...row,
    ...getStatusChange(update, row, saidAt),
    ...getQualityChange(update, row, saidAt),
    ...getCategoryChange(update, row, saidAt),
  })
}

const isNewer = (before: Date, saidAt: Date): boolean => saidAt.getTime() + SECOND_MS > before.getTime()

function getStatusChange(
  { event, reason, rejection_info: info, other_info: other }: TemplateUpdate,
  row: TemplateRow,
  saidAt: Date,
): Partial<TemplateRow> {
  if (!event || !isNewer(row.statusAt, saidAt)) return {}
  const title = other?.title ?? ''
  const pauseMs = event === 'PAUSED' ? PAUSE_DURATIONS_MS[title] : undefined
  return {
    status: RESTORED_STATUS_BY_EVENT[title] ?? RESTORED_STATUS_BY_EVENT[event] ?? event,
    statusAt: saidAt,
    reason: normalizeReason(reason) ?? (event === 'PAUSED' ? title || null : null),
    detail: info?.recommendation || info?.reason || null,
    pausedUntil: pauseMs === undefined ? null : new Date(saidAt.getTime() + pauseMs),
  }
}

function getQualityChange({ new_quality_score: score }: TemplateUpdate, row: TemplateRow, saidAt: Date): Partial<TemplateRow> {
  if (!score || !isNewer(row.qualityAt, saidAt)) return {}
  return { quality: score === 'UNKNOWN' ? null : score, qualityAt: saidAt }
}

/**
 * Returns the change of a template's category. `correct_category` announces a change within a day; `new_category` applies until then, or
 * from now on if it is alone.
 */
function getCategoryChange(update: TemplateUpdate, row: TemplateRow, saidAt: Date): Partial<TemplateRow> {
  const { new_category: category, correct_category: nextCategory } = update
  if (!category || !isNewer(row.categoryAt, saidAt)) return {}
  const changeTime = parseTimestamp(update.category_update_timestamp)
  const nextCategoryAt = changeTime && changeTime > saidAt ? changeTime : new Date(saidAt.getTime() + DAY_MS)
  return {
    category,
    nextCategory: nextCategory || null,
    nextCategoryAt: nextCategory ? nextCategoryAt : null,
    categoryAt: saidAt,
  }
}
