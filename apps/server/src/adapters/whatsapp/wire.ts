import * as z from 'zod/mini'
import type { OutgoingMessage, OutgoingTemplate } from '../../kernel/whatsapp.ts'

/** Meta's wire format: what we send, and what of its answers we read. */

/** A contact without a phone is reached by its business-scoped id, under a field of its own. Sources differ on it, so it is said here only. */
const recipient = (to: string) => (to.startsWith('+') ? { to } : { recipient: to })

export const sendBody = ({ to, content, callbackData }: OutgoingMessage) => ({
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  ...recipient(to),
  ...('text' in content
    ? { type: 'text', text: { preview_url: true, body: content.text } }
    : { type: 'template', template: templateBody(content.template) }),
  biz_opaque_callback_data: callbackData,
})

function templateBody({ name, language, header, body }: OutgoingTemplate) {
  const component = (type: string, places: OutgoingTemplate['body']) =>
    places.length === 0
      ? []
      : [
          {
            type,
            parameters: places.map((place) => ({
              type: 'text',
              ...(place.name === null ? {} : { parameter_name: place.name }),
              text: place.value,
            })),
          },
        ]
  return { name, language: { code: language }, components: [...component('header', header), ...component('body', body)] }
}

export const readBody = (channelId: string, typing: boolean) => ({
  messaging_product: 'whatsapp',
  status: 'read',
  message_id: channelId,
  ...(typing ? { typing_indicator: { type: 'text' } } : {}),
})

export const sendAnswer = z.object({ messages: z.array(z.object({ id: z.string() })).check(z.minLength(1)) })

export const errorAnswer = z.object({
  error: z.object({
    code: z.number(),
    message: z.optional(z.string()),
    error_data: z.nullish(z.object({ details: z.nullish(z.string()) })),
  }),
})

export const numberAnswer = z.object({ display_phone_number: z.string(), verified_name: z.nullish(z.string()) })

export const templatesAnswer = z.object({
  data: z.array(
    z.object({
      name: z.string(),
      language: z.string(),
      status: z.optional(z.string()),
      category: z.nullish(z.string()),
      components: z.array(
        z.object({
          type: z.string(),
          format: z.optional(z.string()),
          text: z.optional(z.string()),
          buttons: z.optional(z.array(z.object({ type: z.string(), text: z.optional(z.string()), url: z.optional(z.string()) }))),
        }),
      ),
    }),
  ),
  paging: z.nullish(z.object({ cursors: z.nullish(z.object({ after: z.nullish(z.string()) })), next: z.nullish(z.string()) })),
})

export const mediaAnswer = z.object({
  url: z.string(),
  mime_type: z.nullish(z.string()),
  sha256: z.nullish(z.string()),
  /** Some versions write it as text. */
  file_size: z.nullish(z.coerce.number()),
})
