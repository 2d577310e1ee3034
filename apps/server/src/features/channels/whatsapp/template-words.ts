import type { TemplateRow } from './templates.ts'

/** What Meta says of a template, in words. */

/** `sendable`: it may go. `stopped`: it could, and Meta does not let it. `waiting`: it is none yet, or none any more. */
export function inState(status: string): 'sendable' | 'stopped' | 'waiting' {
  if (SENDABLE.has(status)) return 'sendable'
  return STOPPED[status] === undefined ? 'waiting' : 'stopped'
}

/** Who is flagged may be paused soon, and goes until then. */
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
/** What a state itself tells, where Meta gives no reason. */
const OF_STATES: Readonly<Record<string, string>> = {
  PAUSED: 'muitas pessoas bloquearam ou denunciaram',
  DISABLED: 'muitas pessoas bloquearam ou denunciaram, mais de uma vez',
  REJECTED: 'a Meta não disse o motivo',
  LOCKED: 'a Meta não disse o motivo',
}

/** Why a template does not go, in words, with what Meta itself wrote; null: it does, or waits. */
export function reasonInWords({ status, reason, detail }: Pick<TemplateRow, 'status' | 'reason' | 'detail'>): string | null {
  if (inState(status) !== 'stopped') return null
  const known = reason === null ? undefined : (REASONS[reason] ?? reason)
  return `${known ?? OF_STATES[status] ?? ''}${detail ? ` (“${detail}”)` : ''}`
}

/** Why a template cannot be chosen (TPL-06), in a sentence; null: it can. */
export function whyNotChosen(row: Pick<TemplateRow, 'status' | 'reason' | 'detail'>): string | null {
  const stopped = STOPPED[row.status]
  return stopped === undefined ? null : `${stopped}: ${reasonInWords(row)}.`
}
