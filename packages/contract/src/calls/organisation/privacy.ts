import * as z from 'zod/mini'
import { ATTENTION_REASON_MAX_CHARS, RETENTION_MAX_MONTHS } from '../../constants.ts'
import { defineCall } from '../../define-call.ts'
import { optOut } from '../../entities/conversations/lead.ts'
import { leadExport } from '../../entities/conversations/lead-export.ts'
import { id, plainText } from '../../fields.ts'
import { successWithData, successWithoutData } from '../../responses.ts'

/** API endpoints that the Brazilian data-protection law requires (LGPD, articles 16 and 18). Prosa extension. */

const params = z.object({ id })
export const exportLead = defineCall({
  name: 'exportLead',
  method: 'GET',
  path: '/leads/:id/export',
  summary: 'Tudo o que está guardado sobre o lead.',
  params,
  answer: successWithData(leadExport),
})

/** Permanently erases all personal data of a lead. Statistics keep the counts, without a reference to the lead. */
export const eraseLead = defineCall({
  name: 'eraseLead',
  method: 'DELETE',
  path: '/leads/:id',
  summary: 'Apaga os dados do lead: cadastro, mensagens, arquivos, filas e memória do agente.',
  params,
  answer: successWithoutData,
})

/** Schema of a retention period in months. Null means that nothing is deleted. */
const months = z.nullable(z.int().check(z.gte(1), z.lte(RETENTION_MAX_MONTHS)))
/**
 * Retention periods of an organisation. `months`: inactivity after which a lead is erased. `file_months`: age at which files are deleted,
 * even if their leads are kept (1-whatsapp.md, section 3).
 */
const retention = z.object({ months, file_months: z.optional(months) })

export const getRetention = defineCall({
  name: 'getRetention',
  method: 'GET',
  path: '/privacy/retention',
  summary: 'Depois de quantos meses sem movimento os leads são apagados, e depois de quantos os arquivos.',
  answer: successWithData(retention),
})

export const setRetention = defineCall({
  name: 'setRetention',
  method: 'PUT',
  path: '/privacy/retention',
  summary: 'Muda depois de quantos meses sem movimento os leads são apagados, e depois de quantos os arquivos; null: nunca.',
  body: retention,
  answer: successWithData(retention),
})

/**
 * Records that a lead opted out of unrequested messages, or reverts this. Reverting needs a `reason` of at least OPT_OUT_REASON_MIN_CHARS
 * characters for the audit log (2-agents.md, section 2). Prosa extension.
 */
export const optOutLead = defineCall({
  name: 'optOutLead',
  method: 'PATCH',
  path: '/leads/:id/opt-out',
  summary: 'Anota que o lead não quer mensagens que não pediu, ou volta a permitir, com o motivo.',
  params,
  body: z.object({ opt_out: z.boolean(), reason: z.optional(plainText(ATTENTION_REASON_MAX_CHARS)) }),
  answer: successWithData(z.object({ opt_out: z.nullable(optOut) })),
})
