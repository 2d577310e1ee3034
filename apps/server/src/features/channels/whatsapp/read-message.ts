import type { Attachment } from '@prosa/contract/entities/message'
import * as z from 'zod/mini'
import { cutText } from '../../../kernel/cut-text.ts'
import { SEE_PHONE } from '../../../kernel/see-phone.ts'
import { meaningOf } from './error-codes.ts'
import { readRename, renameText } from './names.ts'
import { formReply, formText, order, orderText, permissionReply, permissionText } from './read-answers.ts'
import { codesOf, lenient } from './webhook-fields.ts'

/** A file of a message that has not been fetched from Meta yet. */
export interface WaitingFile {
  providerId: string
  /** URL that is valid for some minutes; null if Meta sent none. */
  url: string | null
  kind: 'image' | 'audio' | 'video' | 'document' | 'sticker'
  sha256: string | null
  mimeType: string | null
  filename: string | null
}

/** A message of Meta's API, parsed into our format. */
export interface ReadMessage {
  type: string
  content: string
  preview: string | null
  attachment: Attachment | null
  file: WaitingFile | null
  /** Whether an agent should answer the message. */
  wantsAnswer: boolean
  /** Reason for which the team should look at the message. */
  attention?: string
  /** Further data of the message: a button's id, its advertisement, the message that a reaction refers to. */
  meta: Record<string, unknown> | null
}

/** Maximum length of a text. WhatsApp's own maximum; a longer one only comes from an organisation's app, which signs what it likes. */
const MAX_TEXT = 65_536
const text = z.nullish(
  z.pipe(
    z.coerce.string(),
    z.transform((said) => said.slice(0, MAX_TEXT).toWellFormed()),
  ),
)
const file = z.object({
  id: text,
  sha256: text,
  mime_type: text,
  caption: text,
  filename: text,
  voice: lenient(z.boolean()),
  url: text,
})
const reply = lenient(z.object({ id: text, title: text, description: text }))
/** Unknown fields of an advertisement are kept. */
const referral = z.looseObject({ source_id: text, headline: text, image_url: text, thumbnail_url: text })
const degrees = z.pipe(z.union([z.number(), z.string().check(z.regex(/^-?\d+(\.\d+)?$/))]), z.transform(Number))
const card = z.object({
  name: lenient(z.object({ formatted_name: text, first_name: text, middle_name: text, last_name: text })),
  org: lenient(z.object({ company: text, department: text, title: text })),
  phones: lenient(z.array(lenient(z.object({ phone: text, wa_id: text })))),
  emails: lenient(z.array(lenient(z.object({ email: text })))),
})
/** An invalid part of a message does not invalidate its other parts. */
const schema = z.object({
  type: z.string(),
  text: lenient(z.object({ body: text })),
  image: lenient(file),
  audio: lenient(file),
  video: lenient(file),
  document: lenient(file),
  sticker: lenient(file),
  location: lenient(z.object({ latitude: degrees, longitude: degrees, name: text, address: text })),
  contacts: lenient(z.array(lenient(card))),
  interactive: lenient(
    z.object({
      button_reply: reply,
      list_reply: reply,
      nfm_reply: lenient(formReply),
      call_permission_reply: lenient(permissionReply),
    }),
  ),
  order: lenient(order),
  errors: z.optional(z.unknown()),
  button: lenient(z.object({ payload: text, text })),
  reaction: lenient(z.object({ message_id: text, emoji: text })),
  system: lenient(z.object({ body: text, type: text })),
  context: lenient(
    z.object({
      id: text,
      forwarded: lenient(z.boolean()),
      frequently_forwarded: lenient(z.boolean()),
      referred_product: lenient(z.object({ product_retailer_id: z.coerce.string() })),
    }),
  ),
  referral: lenient(referral),
})
type Raw = z.infer<typeof schema>

/** Text in the conversation list for a message without text. */
const PREVIEWS = { image: 'Imagem', audio: 'Áudio', video: 'Vídeo', document: 'Documento', sticker: 'Figurinha' } as const

const NOT_SHOWN = 'Mensagem que o WhatsApp não mostra'

const plain = (type: string, content: string): ReadMessage => ({
  type,
  content,
  preview: null,
  attachment: null,
  file: null,
  wantsAnswer: true,
  meta: null,
})

/** Placeholder in imported history for a file that exists only on the phone. */
const ON_PHONE: ReadMessage = { ...plain('media_placeholder', ''), preview: 'Arquivo no celular', wantsAnswer: false }
const NOT_DELIVERED: ReadMessage = { ...plain('unsupported', SEE_PHONE), wantsAnswer: false }

/** Parses one message of any type. A message of an unknown type keeps its type and has no content. */
export function readMessage(message: unknown): ReadMessage {
  const raw = schema.safeParse(message).data
  if (!raw) return NOT_DELIVERED
  const read = raw.type === ON_PHONE.type ? ON_PHONE : byType(raw, message)
  const meta = {
    ...read.meta,
    ...contextOf(raw.context),
    ...(raw.referral ? { referral: raw.referral } : {}),
  }
  return { ...read, meta: Object.keys(meta).length > 0 ? meta : null }
}

/** Returns the quoted message, the forwarding mark and the product of a message. */
function contextOf(context: Raw['context']) {
  const forwarded = context?.frequently_forwarded ? 'often' : context?.forwarded ? 'once' : null
  const product = context?.referred_product?.product_retailer_id
  return { ...(context?.id ? { replyTo: context.id } : {}), ...(forwarded ? { forwarded } : {}), ...(product ? { product } : {}) }
}

/** Returns the lead's origin: the advertisement if the message came from one, otherwise 'WhatsApp'. */
export function originOf(message: unknown): string {
  const referral = schema.safeParse(message).data?.referral
  if (!referral) return 'WhatsApp'
  const ad = referral.headline ?? referral.source_id ?? ''
  return ad ? cutText(`Anúncio: ${ad}`, 120) : 'Anúncio'
}

/** Returns the URL of the advertisement's picture, or null. The URL expires soon. */
export function adPictureIn({ meta }: Pick<ReadMessage, 'meta'>): string | null {
  const ad = z.object({ referral }).safeParse(meta).data?.referral
  return ad?.image_url || ad?.thumbnail_url || null
}

/** Types without content to show. An edit or a deletion is of this kind only if it does not identify its message. */
const NOT_TOLD = new Set(['unsupported', 'edit', 'revoke'])
/** Error codes for messages that only the phone can show. */
const ONLY_ON_PHONE = new Set([131_051, 131_060])
/** Error code for a file that Meta cannot deliver. */
const FILE_LOST = 131_052

function byType(raw: Raw, message: unknown): ReadMessage {
  const codes = codesOf(raw.errors)
  if (NOT_TOLD.has(raw.type) || codes.some((code) => ONLY_ON_PHONE.has(code))) return NOT_DELIVERED
  switch (raw.type) {
    case 'text':
      return plain('text', raw.text?.body ?? '')
    case 'image':
    case 'audio':
    case 'video':
    case 'document':
    case 'sticker':
      return withFile(raw.type, raw[raw.type], codes.includes(FILE_LOST))
    case 'location':
      return located(raw.location)
    case 'contacts':
      return contact(raw.contacts)
    case 'order':
      return { ...plain('order', orderText(raw.order)), attention: 'Pedido pelo catálogo', meta: { order: raw.order } }
    case 'interactive':
      return interacted(raw.interactive)
    case 'button':
      return { ...plain('text', raw.button?.text ?? ''), meta: { button: raw.button?.payload ?? '' } }
    case 'reaction':
      return reacted(raw.reaction)
    case 'system':
      return { ...plain('system', systemText(message, raw.system)), wantsAnswer: false }
    default:
      return { ...plain(raw.type, ''), preview: NOT_SHOWN }
  }
}

const IDENTITY_CHANGED = new Set(['customer_identity_changed', 'user_identity_changed'])

/** Returns the Portuguese text of a system message; for an unknown kind, Meta's own text or ''. */
function systemText(message: unknown, system: Raw['system']): string {
  const rename = readRename(message)
  if (rename) return renameText(rename)
  return IDENTITY_CHANGED.has(system?.type ?? '') ? 'O código de segurança mudou.' : (system?.body ?? '')
}

function withFile(kind: WaitingFile['kind'], sent: z.infer<typeof file> | null | undefined, isLost: boolean): ReadMessage {
  const providerId = isLost ? null : sent?.id
  const content = sent?.caption ?? ''
  const filename = (sent?.filename ?? '') || null
  const mimeType = sent?.mime_type ?? null
  return {
    ...plain(kind, content),
    preview: content || (kind === 'audio' && sent?.voice ? 'Mensagem de voz' : (filename ?? PREVIEWS[kind])),
    attachment: {
      url: null,
      ...(providerId ? { state: 'waiting' } : { state: 'refused', reason: meaningOf(FILE_LOST).reason }),
      mime_type: mimeType,
      filename,
      ...(kind === 'audio' ? { voice: sent?.voice ?? false } : {}),
    },
    file: providerId ? { providerId, url: sent?.url ?? null, kind, sha256: sent?.sha256 ?? null, mimeType, filename } : null,
    // A file that cannot be fetched, without a caption, needs no answer.
    wantsAnswer: !!providerId || content !== '',
  }
}

function located(place: Raw['location']): ReadMessage {
  const name = place?.name ?? ''
  const address = place?.address ?? ''
  return {
    ...plain('location', ''),
    preview: name || address || 'Localização',
    attachment: place ? { latitude: place.latitude, longitude: place.longitude, name, address } : null,
  }
}

function contact(cards: Raw['contacts']): ReadMessage {
  const contacts = (cards ?? []).flatMap((card) => (card ? readCard(card) : []))
  const { name = '', phone = '', email } = contacts[0] ?? {}
  const names = contacts.map((card) => card.name || card.phone)
  return {
    ...plain('contact', ''),
    preview: `${contacts.length > 1 ? 'Contatos' : 'Contato'}: ${names.join(', ')}`,
    attachment: { name, phone, ...(email ? { email } : {}), contacts },
  }
}

/** Parses a contact card. Omits `phones` and `emails` if they contain at most one entry. */
function readCard({ name, org, phones, emails }: z.infer<typeof card>) {
  const written = [name?.first_name, name?.middle_name, name?.last_name].filter(Boolean).join(' ')
  const allPhones = unique((phones ?? []).map((one) => one?.phone || one?.wa_id))
  const allEmails = unique((emails ?? []).map((one) => one?.email))
  const [phone = '', email] = [allPhones[0], allEmails[0]]
  const company = [org?.company, org?.department, org?.title].filter(Boolean).join(', ')
  return {
    name: name?.formatted_name?.trim() || written || company,
    phone,
    ...(email ? { email } : {}),
    ...(company ? { company } : {}),
    ...(allPhones.length > 1 ? { phones: allPhones } : {}),
    ...(allEmails.length > 1 ? { emails: allEmails } : {}),
  }
}

const unique = (values: readonly (string | null | undefined)[]): string[] => [
  ...new Set(values.map((value) => value?.trim()).filter((value) => !!value) as string[]),
]

function interacted(answer: Raw['interactive']): ReadMessage {
  const { nfm_reply: form, call_permission_reply: permission, button_reply, list_reply } = answer ?? {}
  if (form) return plain('text', formText(form))
  if (permission) return { ...plain('text', permissionText(permission)), wantsAnswer: false }
  const choice = button_reply ?? list_reply
  return choice ? pressed(choice) : { ...plain('interactive', ''), preview: NOT_SHOWN }
}

function pressed(choice: z.infer<typeof reply>): ReadMessage {
  return { ...plain('text', choice?.title ?? ''), meta: { button: choice?.id ?? '' } }
}

function reacted(reaction: Raw['reaction']): ReadMessage {
  const emoji = reaction?.emoji ?? ''
  return {
    ...plain('reaction', emoji ? `Reagiu com ${emoji}` : 'Removeu a reação'),
    wantsAnswer: false,
    meta: { reactionTo: (reaction?.message_id ?? '') || null, emoji: emoji || null },
  }
}
