import * as z from 'zod/mini'
import type { MetaTemplate } from './meta-templates.ts'
import type { SentMedia } from './meta-uploads.ts'

/** The body of a send request, with the fields that tests read. */
export interface SentBody {
  to?: string
  recipient?: string
  type?: string
  status?: string
  message_id?: string
  typing_indicator?: object
  text?: { body: string }
  image?: SentMedia
  video?: SentMedia
  audio?: SentMedia
  document?: SentMedia
  location?: object
  contacts?: object[]
  interactive?: object
  reaction?: { message_id: string; emoji: string }
  context?: { message_id: string }
  template?: { name: string; language: { code: string }; components: object[] }
  biz_opaque_callback_data?: string
}

const text = z.string().check(z.minLength(1))
const place = z.strictObject({
  latitude: z.number().check(z.gte(-90), z.lte(90)),
  longitude: z.number().check(z.gte(-180), z.lte(180)),
  name: z.optional(text),
  address: z.optional(text),
})
const cards = z
  .array(
    z.strictObject({
      // The full name is required, and at least one part of the name.
      name: z.strictObject({ formatted_name: text, first_name: text }),
      phones: z.array(z.strictObject({ phone: text, wa_id: z.optional(z.string().check(z.regex(/^\d+$/))) })),
      emails: z.optional(z.array(z.strictObject({ email: text }))),
    }),
  )
  .check(z.minLength(1))

/** A coordinate as a string, as in Meta's documentation of template headers. */
const degrees = (most: number) =>
  z.string().check(
    z.regex(/^-?\d{1,3}(\.\d{1,20})?$/),
    z.refine((value) => Math.abs(Number(value)) <= most),
  )
const headerOf = (template: SentBody['template']): Record<string, unknown>[] => {
  const parts = (template?.components ?? []) as { type?: string; parameters?: Record<string, unknown>[] }[]
  return parts.find(({ type }) => type === 'header')?.parameters ?? []
}

const short = (most: number) => z.string().check(z.minLength(1), z.maxLength(most))
const isUnique = (titles: readonly string[]): boolean => new Set(titles).size === titles.length
const buttons = z
  .array(z.strictObject({ type: z.literal('reply'), reply: z.strictObject({ id: short(256), title: short(20) }) }))
  .check(
    z.minLength(1),
    z.maxLength(3),
    z.refine((all) => isUnique(all.map(({ reply }) => reply.title))),
  )
const rows = z.array(z.strictObject({ id: short(200), title: short(24), description: z.optional(short(72)) })).check(
  z.minLength(1),
  z.maxLength(10),
  z.refine((all) => isUnique(all.map(({ id }) => id))),
)
const interactive = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('button'),
    body: z.strictObject({ text: short(1_024) }),
    action: z.strictObject({ buttons }),
  }),
  z.strictObject({
    type: z.literal('list'),
    body: z.strictObject({ text: short(4_096) }),
    action: z.strictObject({ button: short(20), sections: z.array(z.strictObject({ rows })).check(z.length(1)) }),
  }),
])

/** Schemas of message types other than text and files, by Meta's rules. */
const CARRIED = { location: place, contacts: cards, interactive }
type CarriedType = keyof typeof CARRIED
const isCarried = (type: string | undefined): type is CarriedType => type !== undefined && type in CARRIED

/**
 * Returns the code with which Meta refuses an invalid location, contact card or interactive message, or null if the message is valid or of
 * another type.
 */
export function refusedCard(body: SentBody): number | null {
  const { type } = body
  if (!isCarried(type)) return body.location || body.contacts || body.interactive ? 131009 : null
  if (!body[type]) return 131008
  return CARRIED[type].safeParse(body[type]).success ? null : 131009
}

const headerPlace = z.strictObject({ latitude: degrees(90), longitude: degrees(180), name: text, address: text })

/**
 * Returns the code with which Meta refuses a template if its header requires a location and none is sent, or the other way round. Returns
 * null if the template is valid.
 */
export function refusedHeader({ template }: SentBody, known: readonly MetaTemplate[]): number | null {
  const isPlace = (known.find(({ name }) => name === template?.name)?.components ?? []).some(
    ({ type, format }) => type === 'HEADER' && format === 'LOCATION',
  )
  const [given] = headerOf(template)
  if (!isPlace) return given?.['type'] === 'location' ? 132012 : null
  return given?.['type'] === 'location' && headerPlace.safeParse(given['location']).success ? null : 132012
}

/** A file that the double stores. */
export interface MetaFile {
  bytes: Buffer
  mimeType: string
  /** False details that the double reports about the file; by default they are correct. */
  said?: { sha256?: string; size?: number; url?: string }
  redirectTo?: string
  /** Number of downloads that fail before one succeeds. */
  failures?: number
  /** Number of times that the file's URL has already expired. */
  expired?: number
  /** When the lead sent the file. Default: now. */
  at?: number
}

/** Returns the file in the header of a sent template, or null if there is none. */
export function headerMedia({ template }: SentBody): SentMedia | null {
  const [file] = headerOf(template)
  return ((file?.['image'] ?? file?.['video'] ?? file?.['document']) as SentMedia | undefined) ?? null
}
