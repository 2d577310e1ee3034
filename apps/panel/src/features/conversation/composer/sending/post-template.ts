import { sendTemplate } from '@prosa/contract/calls/whatsapp/channels'
import { call } from '../../../../shared/api/api-client.ts'
import type { FilledTemplate, SendRequestOptions } from '../../outbox/outbox.ts'

/** Converts a filled template to a request body. */
export const toTemplateBody = ({ name, language, header, body, buttons, place }: FilledTemplate) => ({
  name,
  language,
  header: [...header],
  body: [...body],
  ...(buttons?.length ? { buttons: buttons.map((button) => ({ ...button })) } : {}),
  ...(place ? { header_location: place } : {}),
})

/** Sends a filled template. `header_file_id`: id of the uploaded file for the template's header, if it has one. */
export const postTemplate = (template: FilledTemplate, options: SendRequestOptions, header_file_id?: string) =>
  call(sendTemplate, { ...options, body: { ...toTemplateBody(template), ...(header_file_id ? { header_file_id } : {}) } })
