import type { TemplateRow } from './templates.ts'

/** Texts for the status of a template. */

/**
 * Returns whether a template can be sent. `sendable`: it can. `stopped`: Meta prevents it. `waiting`: it is not approved yet, or was
 * deleted.
 */
export function getSendability(status: string): 'sendable' | 'stopped' | 'waiting' {
  if (SENDABLE_STATUSES.has(status)) return 'sendable'
  return STOPPED_STATUS_TEXTS[status] === undefined ? 'waiting' : 'stopped'
}

/** A flagged template may be paused soon, but can be sent until then. */
const SENDABLE_STATUSES = new Set(['APPROVED', 'FLAGGED'])
const STOPPED_STATUS_TEXTS: Readonly<Record<string, string>> = {
  PAUSED: 'A Meta pausou este modelo',
  DISABLED: 'A Meta desativou este modelo',
  REJECTED: 'A Meta recusou este modelo',
  LOCKED: 'A Meta bloqueou este modelo',
}

const REASON_TEXTS: Readonly<Record<string, string>> = {
  ABUSIVE_CONTENT: 'o conteúdo é abusivo',
  INCORRECT_CATEGORY: 'a categoria não combina com o texto',
  INVALID_FORMAT: 'o formato é inválido',
  PROMOTIONAL: 'o texto faz propaganda e a categoria não permite',
  SCAM: 'parece um golpe',
  TAG_CONTENT_MISMATCH: 'o texto não combina com o idioma ou a categoria',
  FIRST_PAUSE: 'muitas pessoas bloquearam ou denunciaram',
  SECOND_PAUSE: 'muitas pessoas bloquearam ou denunciaram, pela segunda vez',
  RATE_LIMITING_PAUSE: 'foi enviado rápido demais',
}
/** Text for a status without a reason from Meta. */
const DEFAULT_REASONS: Readonly<Record<string, string>> = {
  PAUSED: 'muitas pessoas bloquearam ou denunciaram',
  DISABLED: 'muitas pessoas bloquearam ou denunciaram, mais de uma vez',
  REJECTED: 'a Meta não disse o motivo',
  LOCKED: 'a Meta não disse o motivo',
}

/** Returns the reason why a template is stopped, with Meta's own text, or null if it is not stopped. */
export function formatStopReason({ status, reason, detail }: Pick<TemplateRow, 'status' | 'reason' | 'detail'>): string | null {
  if (getSendability(status) !== 'stopped') return null
  const known = reason === null ? undefined : (REASON_TEXTS[reason] ?? reason)
  return `${known ?? DEFAULT_REASONS[status] ?? ''}${detail ? ` (“${detail}”)` : ''}`
}

/** Returns why a template cannot be chosen (TPL-06), as a sentence, or null if it can. */
export function formatUnavailableReason(row: Pick<TemplateRow, 'status' | 'reason' | 'detail'>): string | null {
  const stopped = STOPPED_STATUS_TEXTS[row.status]
  return stopped === undefined ? null : `${stopped}: ${formatStopReason(row)}.`
}
