import type { Attachment } from '@prosa/contract/entities/message'
import * as z from 'zod/mini'
import { cutText } from '../../../kernel/cut-text.ts'
import { SEE_PHONE } from '../../../kernel/see-phone.ts'
import { meaningOf } from './error-codes.ts'
import { readRename, renameText } from './names.ts'
import { formReply, formText, order, orderText, permissionReply, permissionText } from './read-answers.ts'
import { codesOf, lenient } from './webhook-fields.ts'

/** A file that comes with a message and is still at Meta. */
export interface WaitingFile {
  providerId: string
  /** Where it lies for some minutes; null: Meta did not say. */
  url: string | null
  kind: 'image' | 'audio' | 'video' | 'document' | 'sticker'
  sha256: string | null
  mimeType: string | null
  filename: string | null
}

/** One of Meta's messages in our terms. */
export interface ReadMessage {
  type: string
  content: string
  preview: string | null
  attachment: Attachment | null
  file: WaitingFile | null
  /** False for what nobody would answer. */
  wantsAnswer: boolean
  /** Why a person is to look at it. */
  attention?: string
  /** What is kept beside the message: a button's id, the advertisement that it came from, which message a reaction is to. */
  meta: Record<string, unknown> | null
}

const text = z.nullish(z.coerce.string())
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
/** Kept whole, whatever else Meta says of an advertisement. */
const referral = z.looseObject({ source_id: text, headline: text, image_url: text, thumbnail_url: text })
const degrees = z.pipe(z.union([z.number(), z.string().check(z.regex(/^-?\d+(\.\d+)?$/))]), z.transform(Number))
const card = z.object({
  name: lenient(z.object({ formatted_name: text, first_name: text, middle_name: text, last_name: text })),
  org: lenient(z.object({ company: text, department: text, title: text })),
  phones: lenient(z.array(lenient(z.object({ phone: text, wa_id: text })))),
  emails: lenient(z.array(lenient(z.object({ email: text })))),
})
/** No part that cannot be read costs the words beside it. */
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

/** What the list shows for a message without words. */
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

/** Stands in a past for a file that is on the phone still. */
const ON_PHONE: ReadMessage = { ...plain('media_placeholder', ''), preview: 'Arquivo no celular', wantsAnswer: false }
const NOT_DELIVERED: ReadMessage = { ...plain('unsupported', SEE_PHONE), wantsAnswer: false }

/** Reads one message of storable texts, whatever its type; one that is not known keeps its type and says nothing. */
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

/** What it answers, how often it was passed on, and which product it is about. */
function contextOf(context: Raw['context']) {
  const forwarded = context?.frequently_forwarded ? 'often' : context?.forwarded ? 'once' : null
  const product = context?.referred_product?.product_retailer_id
  return { ...(context?.id ? { replyTo: context.id } : {}), ...(forwarded ? { forwarded } : {}), ...(product ? { product } : {}) }
}

/** The lead's origin, when the message came from an advertisement. */
export function originOf(message: unknown): string {
  const referral = schema.safeParse(message).data?.referral
  if (!referral) return 'WhatsApp'
  const ad = referral.headline ?? referral.source_id ?? ''
  return ad ? cutText(`Anúncio: ${ad}`, 120) : 'Anúncio'
}

/** Where the picture of the advertisement lies; its address dies soon. */
export function adPictureIn({ meta }: Pick<ReadMessage, 'meta'>): string | null {
  const ad = z.object({ referral }).safeParse(meta).data?.referral
  return ad?.image_url || ad?.thumbnail_url || null
}

/** An edit or a revoke gets this far only where it does not say of which message. */
const NOT_TOLD = new Set(['unsupported', 'edit', 'revoke'])
/** Codes with which Meta says that a message is to be seen on the phone only. */
const ONLY_ON_PHONE = new Set([131_051, 131_060])
/** Meta cannot hand over the file. */
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

/** Returns the notice in Portuguese; one of an unknown kind keeps Meta's words. */
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
    // Nobody thanks for a file that will not come.
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

/** Reads a contact card; lists stay out where they only repeat the first entry. */
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
