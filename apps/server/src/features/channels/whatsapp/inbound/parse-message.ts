import type { Attachment } from '@prosa/contract/entities/conversations/message'
import * as z from 'zod/mini'
import { truncateText } from '../../../../platform/text/truncate-text.ts'
import { getErrorMeaning } from '../cloud-api/error-codes.ts'
import { getErrorCodes, nullIfInvalid } from '../webhook/webhook-fields.ts'
import { formatIdChange, parseIdChangeMessage } from './contact-ids.ts'
import {
  callPermissionReply,
  formatCallPermission,
  formatFormReply,
  formatOrder,
  formReply,
  orderMessage,
} from './format-replies.ts'
import { PHONE_ONLY_MESSAGE_TEXT } from './phone-only-message.ts'

/** File of a WhatsApp message that has not been downloaded from Meta yet. */
export interface PendingFile {
  providerId: string
  /** Download URL, valid for some minutes. Null if Meta sent none. */
  url: string | null
  kind: 'image' | 'audio' | 'video' | 'document' | 'sticker'
  sha256: string | null
  mimeType: string | null
  filename: string | null
}

/** Message from Meta's API in our own format. */
export interface ParsedMessage {
  type: string
  content: string
  preview: string | null
  attachment: Attachment | null
  file: PendingFile | null
  /** Whether an AI agent should answer the message. */
  shouldAnswer: boolean
  /** Reason why the team should look at the message, in Portuguese. */
  attention?: string
  /** Other data: the id of a pressed button, the advertisement, or the message to which a reaction belongs. */
  meta: Record<string, unknown> | null
}

/**
 * Maximum length of a text, which is WhatsApp's own maximum. Only webhooks that an organisation's own Meta app signs could contain a longer
 * text.
 */
const MAX_TEXT_CHARS = 65_536
const optionalText = z.nullish(
  z.pipe(
    z.coerce.string(),
    z.transform((value) => value.slice(0, MAX_TEXT_CHARS).toWellFormed()),
  ),
)
const filePayload = z.object({
  id: optionalText,
  sha256: optionalText,
  mime_type: optionalText,
  caption: optionalText,
  filename: optionalText,
  voice: nullIfInvalid(z.boolean()),
  url: optionalText,
})
const optionReply = nullIfInvalid(z.object({ id: optionalText, title: optionalText, description: optionalText }))
/** Advertisement that led to a message. Unknown fields are preserved. */
const referral = z.looseObject({
  source_id: optionalText,
  headline: optionalText,
  image_url: optionalText,
  thumbnail_url: optionalText,
})
const degrees = z.pipe(z.union([z.number(), z.string().check(z.regex(/^-?\d+(\.\d+)?$/))]), z.transform(Number))
const contactCard = z.object({
  name: nullIfInvalid(
    z.object({ formatted_name: optionalText, first_name: optionalText, middle_name: optionalText, last_name: optionalText }),
  ),
  org: nullIfInvalid(z.object({ company: optionalText, department: optionalText, title: optionalText })),
  phones: nullIfInvalid(z.array(nullIfInvalid(z.object({ phone: optionalText, wa_id: optionalText })))),
  emails: nullIfInvalid(z.array(nullIfInvalid(z.object({ email: optionalText })))),
})
/** Schema of a message from Meta's API. An invalid part does not invalidate the other parts. */
const messagePayload = z.object({
  type: z.string(),
  text: nullIfInvalid(z.object({ body: optionalText })),
  image: nullIfInvalid(filePayload),
  audio: nullIfInvalid(filePayload),
  video: nullIfInvalid(filePayload),
  document: nullIfInvalid(filePayload),
  sticker: nullIfInvalid(filePayload),
  location: nullIfInvalid(z.object({ latitude: degrees, longitude: degrees, name: optionalText, address: optionalText })),
  contacts: nullIfInvalid(z.array(nullIfInvalid(contactCard))),
  interactive: nullIfInvalid(
    z.object({
      button_reply: optionReply,
      list_reply: optionReply,
      nfm_reply: nullIfInvalid(formReply),
      call_permission_reply: nullIfInvalid(callPermissionReply),
    }),
  ),
  order: nullIfInvalid(orderMessage),
  errors: z.optional(z.unknown()),
  button: nullIfInvalid(z.object({ payload: optionalText, text: optionalText })),
  reaction: nullIfInvalid(z.object({ message_id: optionalText, emoji: optionalText })),
  system: nullIfInvalid(z.object({ body: optionalText, type: optionalText })),
  context: nullIfInvalid(
    z.object({
      id: optionalText,
      forwarded: nullIfInvalid(z.boolean()),
      frequently_forwarded: nullIfInvalid(z.boolean()),
      referred_product: nullIfInvalid(z.object({ product_retailer_id: z.coerce.string() })),
    }),
  ),
  referral: nullIfInvalid(referral),
})
type RawMessage = z.infer<typeof messagePayload>

/** Portuguese texts in the conversation list for files without a caption. */
const PREVIEW_BY_KIND = { image: 'Imagem', audio: 'Áudio', video: 'Vídeo', document: 'Documento', sticker: 'Figurinha' } as const

const NOT_SHOWN_PREVIEW = 'Mensagem que o WhatsApp não mostra'

const createPlainMessage = (type: string, content: string): ParsedMessage => ({
  type,
  content,
  preview: null,
  attachment: null,
  file: null,
  shouldAnswer: true,
  meta: null,
})

/** Imported message whose file exists only on the phone. */
const MEDIA_PLACEHOLDER: ParsedMessage = {
  ...createPlainMessage('media_placeholder', ''),
  preview: 'Arquivo no celular',
  shouldAnswer: false,
}
const UNSUPPORTED_MESSAGE: ParsedMessage = { ...createPlainMessage('unsupported', PHONE_ONLY_MESSAGE_TEXT), shouldAnswer: false }

/** Parses a message from Meta's API. A message of an unknown type keeps its type and has no content. */
export function parseMessage(message: unknown): ParsedMessage {
  const raw = messagePayload.safeParse(message).data
  if (!raw) return UNSUPPORTED_MESSAGE
  const parsed = raw.type === MEDIA_PLACEHOLDER.type ? MEDIA_PLACEHOLDER : parseByType(raw, message)
  const meta = {
    ...parsed.meta,
    ...parseContext(raw.context),
    ...(raw.referral ? { referral: raw.referral } : {}),
  }
  return { ...parsed, meta: Object.keys(meta).length > 0 ? meta : null }
}

/** Returns the quoted message, the forwarding mark and the catalog product of a message. */
function parseContext(context: RawMessage['context']) {
  const forwarded = context?.frequently_forwarded ? 'often' : context?.forwarded ? 'once' : null
  const product = context?.referred_product?.product_retailer_id
  return { ...(context?.id ? { replyTo: context.id } : {}), ...(forwarded ? { forwarded } : {}), ...(product ? { product } : {}) }
}

/** Returns the origin of a new lead: the advertisement, otherwise 'WhatsApp'. */
export function getLeadOrigin(message: unknown): string {
  const referral = messagePayload.safeParse(message).data?.referral
  if (!referral) return 'WhatsApp'
  const ad = referral.headline ?? referral.source_id ?? ''
  return ad ? truncateText(`Anúncio: ${ad}`, 120) : 'Anúncio'
}

/** Returns the image URL of the advertisement that led to a message, or null. The URL expires soon. */
export function extractAdImageUrl({ meta }: Pick<ParsedMessage, 'meta'>): string | null {
  const ad = z.object({ referral }).safeParse(meta).data?.referral
  return ad?.image_url || ad?.thumbnail_url || null
}

/** Message types without content. An edit or deletion has one of these types only if it does not identify the changed message. */
const TYPES_WITHOUT_CONTENT = new Set(['unsupported', 'edit', 'revoke'])
/** Meta's error codes for messages that only the phone can show. */
const ONLY_ON_PHONE_CODES = new Set([131_051, 131_060])
/** Meta's error code for a file that Meta cannot deliver. */
const FILE_LOST_CODE = 131_052

function parseByType(raw: RawMessage, message: unknown): ParsedMessage {
  const codes = getErrorCodes(raw.errors)
  if (TYPES_WITHOUT_CONTENT.has(raw.type) || codes.some((code) => ONLY_ON_PHONE_CODES.has(code))) return UNSUPPORTED_MESSAGE
  switch (raw.type) {
    case 'text':
      return createPlainMessage('text', raw.text?.body ?? '')
    case 'image':
    case 'audio':
    case 'video':
    case 'document':
    case 'sticker':
      return toFileMessage(raw.type, raw[raw.type], codes.includes(FILE_LOST_CODE))
    case 'location':
      return toLocationMessage(raw.location)
    case 'contacts':
      return toContactMessage(raw.contacts)
    case 'order':
      return {
        ...createPlainMessage('order', formatOrder(raw.order)),
        attention: 'Pedido pelo catálogo',
        meta: { order: raw.order },
      }
    case 'interactive':
      return toInteractiveMessage(raw.interactive)
    case 'button':
      return { ...createPlainMessage('text', raw.button?.text ?? ''), meta: { button: raw.button?.payload ?? '' } }
    case 'reaction':
      return toReactionMessage(raw.reaction)
    case 'system':
      return { ...createPlainMessage('system', formatSystemMessage(message, raw.system)), shouldAnswer: false }
    default:
      return { ...createPlainMessage(raw.type, ''), preview: NOT_SHOWN_PREVIEW }
  }
}

const IDENTITY_CHANGE_TYPES = new Set(['customer_identity_changed', 'user_identity_changed'])

/** Returns the Portuguese text of a system message. For an unknown kind, returns Meta's own text or ''. */
function formatSystemMessage(message: unknown, system: RawMessage['system']): string {
  const rename = parseIdChangeMessage(message)
  if (rename) return formatIdChange(rename)
  return IDENTITY_CHANGE_TYPES.has(system?.type ?? '') ? 'O código de segurança mudou.' : (system?.body ?? '')
}

function toFileMessage(
  kind: PendingFile['kind'],
  payload: z.infer<typeof filePayload> | null | undefined,
  isLost: boolean,
): ParsedMessage {
  const providerId = isLost ? null : payload?.id
  const content = payload?.caption ?? ''
  const filename = (payload?.filename ?? '') || null
  const mimeType = payload?.mime_type ?? null
  return {
    ...createPlainMessage(kind, content),
    preview: content || (kind === 'audio' && payload?.voice ? 'Mensagem de voz' : (filename ?? PREVIEW_BY_KIND[kind])),
    attachment: {
      url: null,
      ...(providerId ? { state: 'waiting' } : { state: 'refused', reason: getErrorMeaning(FILE_LOST_CODE).reason }),
      mime_type: mimeType,
      filename,
      ...(kind === 'audio' ? { voice: payload?.voice ?? false } : {}),
    },
    file: providerId
      ? { providerId, url: payload?.url ?? null, kind, sha256: payload?.sha256 ?? null, mimeType, filename }
      : null,
    // A file that cannot be downloaded needs no answer, unless it has a caption.
    shouldAnswer: !!providerId || content !== '',
  }
}

function toLocationMessage(location: RawMessage['location']): ParsedMessage {
  const name = location?.name ?? ''
  const address = location?.address ?? ''
  return {
    ...createPlainMessage('location', ''),
    preview: name || address || 'Localização',
    attachment: location ? { latitude: location.latitude, longitude: location.longitude, name, address } : null,
  }
}

function toContactMessage(cards: RawMessage['contacts']): ParsedMessage {
  const contacts = (cards ?? []).flatMap((card) => (card ? parseContactCard(card) : []))
  const { name = '', phone = '', email } = contacts[0] ?? {}
  const names = contacts.map((card) => card.name || card.phone)
  return {
    ...createPlainMessage('contact', ''),
    preview: `${contacts.length > 1 ? 'Contatos' : 'Contato'}: ${names.join(', ')}`,
    attachment: { name, phone, ...(email ? { email } : {}), contacts },
  }
}

/** Parses a contact card. The lists `phones` and `emails` are present only if they have several entries. */
function parseContactCard({ name, org, phones, emails }: z.infer<typeof contactCard>) {
  const joinedName = [name?.first_name, name?.middle_name, name?.last_name].filter(Boolean).join(' ')
  const allPhones = trimAndDeduplicate((phones ?? []).map((entry) => entry?.phone || entry?.wa_id))
  const allEmails = trimAndDeduplicate((emails ?? []).map((entry) => entry?.email))
  const [phone = '', email] = [allPhones[0], allEmails[0]]
  const company = [org?.company, org?.department, org?.title].filter(Boolean).join(', ')
  return {
    name: name?.formatted_name?.trim() || joinedName || company,
    phone,
    ...(email ? { email } : {}),
    ...(company ? { company } : {}),
    ...(allPhones.length > 1 ? { phones: allPhones } : {}),
    ...(allEmails.length > 1 ? { emails: allEmails } : {}),
  }
}

const trimAndDeduplicate = (values: readonly (string | null | undefined)[]): string[] => [
  ...new Set(values.map((value) => value?.trim()).filter((value) => !!value) as string[]),
]

function toInteractiveMessage(reply: RawMessage['interactive']): ParsedMessage {
  const { nfm_reply: form, call_permission_reply: permission, button_reply, list_reply } = reply ?? {}
  if (form) return createPlainMessage('text', formatFormReply(form))
  if (permission) return { ...createPlainMessage('text', formatCallPermission(permission)), shouldAnswer: false }
  const choice = button_reply ?? list_reply
  return choice ? toButtonReply(choice) : { ...createPlainMessage('interactive', ''), preview: NOT_SHOWN_PREVIEW }
}

function toButtonReply(choice: z.infer<typeof optionReply>): ParsedMessage {
  return { ...createPlainMessage('text', choice?.title ?? ''), meta: { button: choice?.id ?? '' } }
}

function toReactionMessage(reaction: RawMessage['reaction']): ParsedMessage {
  const emoji = reaction?.emoji ?? ''
  return {
    ...createPlainMessage('reaction', emoji ? `Reagiu com ${emoji}` : 'Removeu a reação'),
    shouldAnswer: false,
    meta: { reactionTo: (reaction?.message_id ?? '') || null, emoji: emoji || null },
  }
}
