import type { TemplateRow } from './templates.ts'

/** Texts for the status of a template. */

/**
 * Returns whether a template can be sent. `sendable`: it can. `stopped`: Meta prevents it. `waiting`: it is not approved yet, or was
 * deleted.
 */
export function inState(status: string): 'sendable' | 'stopped' | 'waiting' {
  if (SENDABLE.has(status)) return 'sendable'
  return STOPPED[status] === undefined ? 'waiting' : 'stopped'
}

/** A flagged template may be paused soon, but can be sent until then. */
const SENDABLE = new Set(['APPROVED', 'FLAGGED'])
const STOPPED: Readonly<Record<string, string>> = {
  PAUSED: 'A Meta pausou este modelo',
  DISABLED: 'A Meta desativou este modelo',
  REJECTED: 'A Meta recusou este modelo',
  LOCKED: 'A Meta bloqueou este modelo',
}

const REASONS: Readonly<Record<string, string>> = {
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
const OF_STATES: Readonly<Record<string, string>> = {
  PAUSED: 'muitas pessoas bloquearam ou denunciaram',
  DISABLED: 'muitas pessoas bloquearam ou denunciaram, mais de uma vez',
  REJECTED: 'a Meta não disse o motivo',
  LOCKED: 'a Meta não disse o motivo',
}

/** Returns the reason why a template is stopped, with Meta's own text, or null if it is not stopped. */
export function reasonInWords({ status, reason, detail }: Pick<TemplateRow, 'status' | 'reason' | 'detail'>): string | null {
  if (inState(status) !== 'stopped') return null
  const known = reason === null ? undefined : (REASONS[reason] ?? reason)
  return `${known ?? OF_STATES[status] ?? ''}${detail ? ` (“${detail}”)` : ''}`
}

/** Returns why a template cannot be chosen (TPL-06), as a sentence, or null if it can. */
export function whyNotChosen(row: Pick<TemplateRow, 'status' | 'reason' | 'detail'>): string | null {
  const stopped = STOPPED[row.status]
  return stopped === undefined ? null : `${stopped}: ${reasonInWords(row)}.`
}
