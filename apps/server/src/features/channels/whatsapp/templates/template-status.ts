import type { TemplateRow } from './templates.ts'

/** Returns whether a template can be sent. 'stopped': Meta prevents it. 'waiting': the template is not approved yet or was deleted. */
export function getSendability(status: string): 'sendable' | 'stopped' | 'waiting' {
  if (SENDABLE_STATUSES.has(status)) return 'sendable'
  return STOPPED_STATUS_TEXTS[status] === undefined ? 'waiting' : 'stopped'
}

/** Statuses in which a template can be sent. Meta may pause a flagged template later. */
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
/** Portuguese reason for each status, used if Meta reports none. */
const DEFAULT_REASONS: Readonly<Record<string, string>> = {
  PAUSED: 'muitas pessoas bloquearam ou denunciaram',
  DISABLED: 'muitas pessoas bloquearam ou denunciaram, mais de uma vez',
  REJECTED: 'a Meta não disse o motivo',
  LOCKED: 'a Meta não disse o motivo',
}

/** Returns the Portuguese reason why Meta stopped a template, with Meta's own text. Returns null if Meta did not stop it. */
export function formatStopReason({ status, reason, detail }: Pick<TemplateRow, 'status' | 'reason' | 'detail'>): string | null {
  if (getSendability(status) !== 'stopped') return null
  const reasonText = reason === null ? undefined : (REASON_TEXTS[reason] ?? reason)
  return `${reasonText ?? DEFAULT_REASONS[status] ?? ''}${detail ? ` (“${detail}”)` : ''}`
}

/** Returns a Portuguese sentence why a template cannot be chosen (TPL-06). Returns null if Meta has not stopped it. */
export function formatUnavailableReason(row: Pick<TemplateRow, 'status' | 'reason' | 'detail'>): string | null {
  const statusText = STOPPED_STATUS_TEXTS[row.status]
  return statusText === undefined ? null : `${statusText}: ${formatStopReason(row)}.`
}
