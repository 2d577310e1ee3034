import * as z from 'zod/mini'
import { defineCall } from '../../define-call.ts'
import { whatsappTemplate } from '../../entities/whatsapp/template.ts'
import { id } from '../../fields.ts'
import { successWithData, successWithoutData } from '../../responses.ts'
import { templateContent, templateDraft } from '../../rules/whatsapp/template-draft.ts'

/**
 * API endpoints for message templates of the Meta account of a WhatsApp number. `rules/whatsapp/template-problems.ts` validates new
 * templates. Prosa extension.
 */

const params = z.object({ id })
const templateParams = z.object({ id, templateId: z.string().check(z.regex(/^[A-Za-z0-9]{1,40}$/)) })

export const listWhatsappTemplates = defineCall({
  name: 'listWhatsappTemplates',
  method: 'GET',
  path: '/channels/whatsapp/numbers/:id/templates',
  summary: 'Modelos da conta de um número, com o que a Meta disse de cada um.',
  params,
  answer: successWithData(z.object({ templates: z.array(whatsappTemplate) })),
})

export const createWhatsappTemplate = defineCall({
  name: 'createWhatsappTemplate',
  method: 'POST',
  path: '/channels/whatsapp/numbers/:id/templates',
  summary: 'Manda um modelo novo para a análise da Meta; um por nome e idioma.',
  params,
  body: templateDraft,
  answer: successWithData(whatsappTemplate),
})

export const updateWhatsappTemplate = defineCall({
  name: 'updateWhatsappTemplate',
  method: 'PUT',
  path: '/channels/whatsapp/numbers/:id/templates/:templateId',
  summary: 'Muda um modelo, que volta para a análise da Meta; nome e idioma ficam.',
  params: templateParams,
  body: templateContent,
  answer: successWithData(whatsappTemplate),
})

export const deleteWhatsappTemplate = defineCall({
  name: 'deleteWhatsappTemplate',
  method: 'DELETE',
  path: '/channels/whatsapp/numbers/:id/templates/:templateId',
  summary: 'Exclui um modelo na Meta.',
  params: templateParams,
  answer: successWithoutData,
})
