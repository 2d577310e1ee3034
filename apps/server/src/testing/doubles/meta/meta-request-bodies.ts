import * as z from 'zod/mini'
import type { MetaTemplate } from './meta-templates.ts'
import type { SentMedia } from './meta-uploads.ts'

/** The body of a send request, with the fields that tests read. */
export interface SendRequestBody {
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
const geoLocation = z.strictObject({
  latitude: z.number().check(z.gte(-90), z.lte(90)),
  longitude: z.number().check(z.gte(-180), z.lte(180)),
  name: z.optional(text),
  address: z.optional(text),
})
const contactCards = z
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
const coordinateText = (most: number) =>
  z.string().check(
    z.regex(/^-?\d{1,3}(\.\d{1,20})?$/),
    z.refine((value) => Math.abs(Number(value)) <= most),
  )
const getHeaderParameters = (template: SendRequestBody['template']): Record<string, unknown>[] => {
  const parts = (template?.components ?? []) as { type?: string; parameters?: Record<string, unknown>[] }[]
  return parts.find(({ type }) => type === 'header')?.parameters ?? []
}

const shortText = (most: number) => z.string().check(z.minLength(1), z.maxLength(most))
const isUnique = (titles: readonly string[]): boolean => new Set(titles).size === titles.length
const buttons = z
  .array(z.strictObject({ type: z.literal('reply'), reply: z.strictObject({ id: shortText(256), title: shortText(20) }) }))
  .check(
    z.minLength(1),
    z.maxLength(3),
    z.refine((all) => isUnique(all.map(({ reply }) => reply.title))),
  )
const rows = z.array(z.strictObject({ id: shortText(200), title: shortText(24), description: z.optional(shortText(72)) })).check(
  z.minLength(1),
  z.maxLength(10),
  z.refine((all) => isUnique(all.map(({ id }) => id))),
)
const interactive = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('button'),
    body: z.strictObject({ text: shortText(1_024) }),
    action: z.strictObject({ buttons }),
  }),
  z.strictObject({
    type: z.literal('list'),
    body: z.strictObject({ text: shortText(4_096) }),
    action: z.strictObject({ button: shortText(20), sections: z.array(z.strictObject({ rows })).check(z.length(1)) }),
  }),
])

/** Schemas of message types other than text and files, by Meta's rules. */
const STRUCTURED_CONTENT_SCHEMAS = { location: geoLocation, contacts: contactCards, interactive }
type StructuredContentType = keyof typeof STRUCTURED_CONTENT_SCHEMAS
const isStructuredContentType = (type: string | undefined): type is StructuredContentType =>
  type !== undefined && type in STRUCTURED_CONTENT_SCHEMAS

/**
 * Returns the code with which Meta refuses an invalid location, contact card or interactive message, or null if the message is valid or of
 * another type.
 */
export function getStructuredContentErrorCode(body: SendRequestBody): number | null {
  const { type } = body
  if (!isStructuredContentType(type)) return body.location || body.contacts || body.interactive ? 131009 : null
  if (!body[type]) return 131008
  return STRUCTURED_CONTENT_SCHEMAS[type].safeParse(body[type]).success ? null : 131009
}

const headerGeoLocation = z.strictObject({
  latitude: coordinateText(90),
  longitude: coordinateText(180),
  name: text,
  address: text,
})

/**
 * Returns the code with which Meta refuses a template if its header requires a location and none is sent, or the other way round. Returns
 * null if the template is valid.
 */
export function getTemplateHeaderErrorCode({ template }: SendRequestBody, known: readonly MetaTemplate[]): number | null {
  const isPlace = (known.find(({ name }) => name === template?.name)?.components ?? []).some(
    ({ type, format }) => type === 'HEADER' && format === 'LOCATION',
  )
  const [given] = getHeaderParameters(template)
  if (!isPlace) return given?.['type'] === 'location' ? 132012 : null
  return given?.['type'] === 'location' && headerGeoLocation.safeParse(given['location']).success ? null : 132012
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
export function getTemplateHeaderMedia({ template }: SendRequestBody): SentMedia | null {
  const [file] = getHeaderParameters(template)
  return ((file?.['image'] ?? file?.['video'] ?? file?.['document']) as SentMedia | undefined) ?? null
}
