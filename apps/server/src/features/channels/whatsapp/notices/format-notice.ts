import * as z from 'zod/mini'
import { getErrorMeaning } from '../cloud-api/error-codes.ts'
import { getErrorCode, nullIfInvalid } from '../webhook/webhook-fields.ts'

/** Formats Meta's events as Portuguese sentences. An unknown event is described by its name. */

const optionalText = nullIfInvalid(z.coerce.string())
const noticePayload = z.object({
  code: z.optional(z.unknown()),
  title: optionalText,
  message_template_name: optionalText,
  reason: optionalText,
  new_category: optionalText,
  correct_category: optionalText,
  new_quality_score: optionalText,
  max_daily_conversations_per_business: optionalText,
  decision: optionalText,
  ban_info: nullIfInvalid(z.object({ waba_ban_state: optionalText, waba_ban_date: optionalText })),
  violation_info: nullIfInvalid(z.object({ violation_type: optionalText })),
  alert_info: nullIfInvalid(z.object({ alert_description: optionalText })),
})
type NoticePayload = z.infer<typeof noticePayload>
type EventFormatter = (notice: NoticePayload) => string | null

const ACCOUNT_EVENT_FORMATTERS: Readonly<Record<string, EventFormatter>> = {
  ACCOUNT_DELETED: () => 'A conta do WhatsApp foi excluída.',
  ACCOUNT_OFFBOARDED: () => 'O WhatsApp foi levado para outro celular, e o número saiu da Prosa.',
  ACCOUNT_RECONNECTED: () => 'O celular conectou este número de novo.',
  ACCOUNT_VIOLATION: ({ violation_info: info }) =>
    `A Meta apontou uma violação das regras${info?.violation_type ? `: ${info.violation_type}` : ''}.`,
  DISABLED_UPDATE: ({ ban_info: ban }) => {
    if (ban?.waba_ban_state === 'REINSTATE') return 'A Meta liberou a conta de novo.'
    if (ban?.waba_ban_state !== 'SCHEDULE_FOR_DISABLE') return 'A Meta bloqueou a conta.'
    return `A Meta vai bloquear a conta${ban.waba_ban_date ? ` (${ban.waba_ban_date})` : ''}.`
  },
  PARTNER_REMOVED: () => 'O celular desconectou este número.',
  PARTNER_APP_UNINSTALLED: () => 'O app da Prosa foi retirado da conta do WhatsApp.',
}

const TEMPLATE_EVENT_TEXTS: Readonly<Record<string, string>> = {
  APPROVED: 'foi aprovado',
  ARCHIVED: 'foi arquivado',
  DELETED: 'foi excluído',
  DISABLED: 'foi desativado',
  FLAGGED: 'está em risco de ser pausado',
  IN_APPEAL: 'está em recurso',
  PAUSED: 'foi pausado',
  PENDING: 'está em análise',
  PENDING_DELETION: 'será excluído',
  REINSTATED: 'voltou a valer',
  REJECTED: 'foi recusado',
}

const CATEGORY_NAMES: Readonly<Record<string, string>> = {
  AUTHENTICATION: 'Autenticação',
  MARKETING: 'Marketing',
  UTILITY: 'Utilidade',
}
const QUALITY_NAMES: Readonly<Record<string, string>> = {
  GREEN: 'alta',
  YELLOW: 'média',
  RED: 'baixa',
  UNKNOWN: 'ainda desconhecida',
}

const formatCategory = (name: string): string => CATEGORY_NAMES[name.toUpperCase()] ?? name

/**
 * Formats an event about a message template. Returns null for an unknown event. `correct_category` announces a change within a day;
 * `new_category` alone is a change that has already happened.
 */
function formatTemplateEvent({ message_template_name: name, ...notice }: NoticePayload, event: string): string | null {
  if (!name) return null
  if (notice.correct_category) return `O modelo ${name} passa a ser de ${formatCategory(notice.correct_category)} em 24 horas.`
  if (notice.new_category) return `O modelo ${name} agora é de ${formatCategory(notice.new_category)}.`
  if (notice.new_quality_score)
    return `A qualidade do modelo ${name} agora é ${QUALITY_NAMES[notice.new_quality_score] ?? notice.new_quality_score}.`
  const eventText = TEMPLATE_EVENT_TEXTS[event]
  if (!eventText) return null
  const reasonSuffix = notice.reason && notice.reason !== 'NONE' ? ` (${notice.reason})` : ''
  return `O modelo ${name} ${eventText}${reasonSuffix}.`
}

const formatLimit = (limit: string): string =>
  /^-1$|UNLIMITED/.test(limit) ? 'Agora não há limite de pessoas por dia.' : `O limite de pessoas por dia agora é ${limit}.`

const FORMATTER_BY_FIELD: Readonly<Record<string, (notice: NoticePayload, event: string) => string | null>> = {
  messages: ({ code, title }) => formatError(getErrorCode({ code }), title),
  history: ({ code, title }) => formatError(getErrorCode({ code }), title),
  account_update: (notice, event) => ACCOUNT_EVENT_FORMATTERS[event]?.(notice) ?? null,
  account_alerts: ({ alert_info: info }) => info?.alert_description ?? null,
  account_review_update: ({ decision }) =>
    decision === 'APPROVED' ? 'A Meta aprovou a conta.' : decision === 'REJECTED' ? 'A Meta recusou a conta.' : null,
  phone_number_name_update: ({ decision }) =>
    decision === 'APPROVED'
      ? 'A Meta aprovou o nome de exibição.'
      : decision === 'REJECTED'
        ? 'A Meta recusou o nome de exibição.'
        : null,
  business_capability_update: ({ max_daily_conversations_per_business: limit }) => (limit ? formatLimit(limit) : null),
  phone_number_quality_update: ({ max_daily_conversations_per_business: limit }, event) =>
    event === 'THROUGHPUT_UPGRADE' ? 'A Meta aumentou a velocidade de envio deste número.' : limit ? formatLimit(limit) : null,
  calls: () => 'Houve uma ligação pelo WhatsApp, que não chega por aqui.',
}

const formatError = (code: number | null, title: string | null | undefined): string | null => {
  if (code === null) return title ?? null
  const { reason } = getErrorMeaning(code)
  return title ? `${reason} (${title})` : reason
}

export function formatNotice({ field, event, payload }: { field: string; event: string; payload: unknown }): string {
  const notice = noticePayload.safeParse(payload).data
  const description = notice ? (formatTemplateEvent(notice, event) ?? FORMATTER_BY_FIELD[field]?.(notice, event)) : null
  return description || `Aviso da Meta: ${event}`
}
