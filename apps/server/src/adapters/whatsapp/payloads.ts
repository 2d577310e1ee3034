import type { SentContact, SentLocation } from '@prosa/contract/entities/conversations/structured-content'
import type { SentChoices } from '@prosa/contract/entities/conversations/structured-content-shape'
import { getFirstName } from '@prosa/contract/rules/accounts/person-name'
import { extractDigits } from '@prosa/contract/rules/phone-numbers/phone'
import * as z from 'zod/mini'
import type {
  MediaUpload,
  NumberInfo,
  OutgoingMedia,
  OutgoingMessage,
  OutgoingTemplate,
} from '../../platform/external-services/whatsapp-api.ts'
import { toOptionId } from '../../platform/messages/option-id.ts'

/**
 * Returns the request field with the recipient. A contact without a phone number has a business-scoped user id, which is sent in another
 * field. Meta's documentation of that field is inconsistent, so only this function uses it.
 */
const toRecipient = (to: string) => (to.startsWith('+') ? { to } : { recipient: to })

export const buildMessageBody = ({ to, content, callbackData, quotedChannelId }: OutgoingMessage) => ({
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  ...toRecipient(to),
  ...(quotedChannelId ? { context: { message_id: quotedChannelId } } : {}),
  ...buildContent(content),
  biz_opaque_callback_data: callbackData,
})

function buildContent(content: OutgoingMessage['content']) {
  if ('choices' in content) return { type: 'interactive', interactive: buildChoices(content.text, content.choices) }
  if ('text' in content) return { type: 'text', text: { preview_url: true, body: content.text } }
  if ('reaction' in content)
    return { type: 'reaction', reaction: { message_id: content.reaction.to, emoji: content.reaction.emoji ?? '' } }
  if ('template' in content) return { type: 'template', template: buildTemplate(content) }
  if ('location' in content) return { type: 'location', location: content.location }
  if ('contact' in content) return { type: 'contacts', contacts: [buildContactCard(content.contact)] }
  return buildMedia(content.media)
}

function buildChoices(text: string, { kind, button, options }: SentChoices) {
  const body = { text }
  if (kind === 'buttons') {
    const buttons = options.map(({ title }, index) => ({ type: 'reply', reply: { id: toOptionId(index), title } }))
    return { type: 'button', body, action: { buttons } }
  }
  const rows = options.map(({ title, description }, index) => ({
    id: toOptionId(index),
    title,
    ...(description ? { description } : {}),
  }))
  return { type: 'list', body, action: { button, sections: [{ rows }] } }
}

/**
 * Converts a contact to Meta's format, which requires a first name. With `wa_id`, WhatsApp shows a button to start a chat; without it, a
 * button to invite the contact to WhatsApp.
 */
const buildContactCard = ({ name, phone, email }: SentContact) => ({
  name: { formatted_name: name, first_name: getFirstName(name) },
  phones: [{ phone, wa_id: extractDigits(phone) }],
  ...(email ? { emails: [{ email }] } : {}),
})

function buildMedia({ mediaType, id, caption, filename }: OutgoingMedia) {
  const captionField = caption === '' ? {} : { caption }
  switch (mediaType) {
    case 'voice':
      return { type: 'audio', audio: { id, voice: true } }
    case 'audio':
      return { type: 'audio', audio: { id } }
    case 'document':
      return { type: 'document', document: { id, ...(filename ? { filename } : {}), ...captionField } }
    case 'image':
    case 'video':
      return { type: mediaType, [mediaType]: { id, ...captionField } }
  }
}

/**
 * Builds the form that uploads a file to Meta. Meta's documentation requires the field `type`, but its server reads the type of the file
 * part, so the form contains both.
 */
export function buildUploadForm({ bytes, mimeType, filename }: MediaUpload): FormData {
  const form = new FormData()
  form.set('messaging_product', 'whatsapp')
  form.set('type', mimeType)
  form.set('file', new File([bytes], filename, { type: mimeType }))
  return form
}

export const uploadResponse = z.object({ id: z.string() })

function buildTemplate({ template, media, headerLocation }: Extract<OutgoingMessage['content'], { template: OutgoingTemplate }>) {
  const { name, language, header, body, buttons = [] } = template
  const component = (type: string, parameters: OutgoingTemplate['body']) =>
    parameters.length === 0
      ? []
      : [
          {
            type,
            parameters: parameters.map((parameter) => ({
              type: 'text',
              ...(parameter.name === null ? {} : { parameter_name: parameter.name }),
              text: parameter.value,
            })),
          },
        ]
  const headerParameter = media ? buildHeaderFile(media) : headerLocation ? buildHeaderLocation(headerLocation) : null
  const buttonComponents = buttons.map(({ index, kind, value }) => ({
    type: 'button',
    sub_type: kind,
    index: String(index),
    parameters: [kind === 'url' ? { type: 'text', text: value } : { type: 'coupon_code', coupon_code: value }],
  }))
  return {
    name,
    language: { code: language },
    components: [
      ...(headerParameter ? [{ type: 'header', parameters: [headerParameter] }] : component('header', header)),
      ...component('body', body),
      ...buttonComponents,
    ],
  }
}

/** Converts a file to the parameter of a template's header, which cannot have a caption. */
const buildHeaderFile = ({ mediaType, id, filename }: OutgoingMedia) => ({
  type: mediaType,
  [mediaType]: { id, ...(mediaType === 'document' && filename ? { filename } : {}) },
})

/**
 * Converts a location to the parameter of a template's header. In a header, Meta requires coordinates as text; in a location message, as
 * numbers.
 */
const buildHeaderLocation = ({ latitude, longitude, ...details }: SentLocation) => ({
  type: 'location',
  location: { latitude: formatDegrees(latitude), longitude: formatDegrees(longitude), ...details },
})

/** Formats an angle in degrees as text. Six decimals (about 10 cm) avoid the exponent notation of very small numbers. */
const formatDegrees = (value: number): string => String(Number(value.toFixed(6)))

export const buildReadReceipt = (channelId: string, typing: boolean) => ({
  messaging_product: 'whatsapp',
  status: 'read',
  message_id: channelId,
  ...(typing ? { typing_indicator: { type: 'text' } } : {}),
})

export const sendResponse = z.object({ messages: z.array(z.object({ id: z.string() })).check(z.minLength(1)) })

export const graphErrorResponse = z.object({
  error: z.object({
    code: z.number(),
    message: z.optional(z.string()),
    error_data: z.nullish(z.object({ details: z.nullish(z.string()) })),
    error_subcode: z.nullish(z.number()),
    error_user_msg: z.nullish(z.string()),
  }),
})

export const NUMBER_FIELDS = 'display_phone_number,verified_name,is_on_biz_app,platform_type,throughput'

const numberResponse = z.object({
  display_phone_number: z.string(),
  verified_name: z.nullish(z.string()),
  is_on_biz_app: z.nullish(z.boolean()),
  platform_type: z.nullish(z.string()),
  throughput: z.nullish(z.object({ level: z.nullish(z.string()) })),
})

/** Messages per second, for each throughput level of Meta. */
const THROUGHPUT_BY_LEVEL: Readonly<Record<string, number>> = { STANDARD: 80, HIGH: 1_000 }

export function parseNumberInfo(body: unknown): NumberInfo | undefined {
  const parsed = numberResponse.safeParse(body).data
  return (
    parsed && {
      displayNumber: parsed.display_phone_number,
      verifiedName: parsed.verified_name ?? null,
      mode: parsed.is_on_biz_app && parsed.platform_type === 'CLOUD_API' ? 'coexistence' : 'api',
      throughput: THROUGHPUT_BY_LEVEL[parsed.throughput?.level ?? ''] ?? null,
    }
  )
}

export const mediaResponse = z.object({
  url: z.string(),
  mime_type: z.nullish(z.string()),
  sha256: z.nullish(z.string()),
  /** Size in bytes. Some versions of Meta's API send it as text. */
  file_size: z.nullish(z.coerce.number()),
})
