import * as z from 'zod/mini'
import { timestamp } from '../../fields.ts'

/** Formats of a template's header that consist of a file. */
export const FILE_HEADER_FORMATS = ['image', 'video', 'document'] as const
export type FileHeaderFormat = (typeof FILE_HEADER_FORMATS)[number]

/** A component of a message template, as stored by Meta. Unsupported components have only a `type`. */
export const templateComponent = z.object({
  /** HEADER, BODY, FOOTER, BUTTONS, or a type that Meta adds later. */
  type: z.string(),
  /** For a HEADER component: TEXT, IMAGE, VIDEO, DOCUMENT or LOCATION. */
  format: z.optional(z.string()),
  text: z.optional(z.string()),
  /** Example values for the placeholders, by kind of placeholder. Meta requires them for its review. */
  example: z.optional(z.record(z.string(), z.unknown())),
  buttons: z.optional(
    z.array(
      z.object({
        type: z.string(),
        text: z.optional(z.string()),
        url: z.optional(z.string()),
        phone_number: z.optional(z.string()),
        example: z.optional(z.unknown()),
      }),
    ),
  ),
})
export type TemplateComponent = z.infer<typeof templateComponent>

/** A message template in the Meta account of a WhatsApp number, as last reported by Meta. Prosa extension. */
export const whatsappTemplate = z.object({
  /** Id at Meta. A string, because it can exceed 2^53. */
  id: z.string(),
  name: z.string(),
  language: z.string(),
  category: z.nullish(z.string()),
  /** Category to which Meta will move the template. Null if Meta announced no change. */
  next_category: z.nullish(z.string()),
  /** Time of the change to `next_category`. */
  next_category_at: z.nullish(timestamp),
  /** Status at Meta: PENDING, APPROVED, REJECTED, PAUSED, DISABLED, or another. */
  status: z.string(),
  /** End of Meta's pause of the template. Null if it is not paused, or Meta does not report the end. */
  paused_until: z.nullish(timestamp),
  /** Reason why Meta rejected, paused or disabled the template, for display. */
  reason: z.nullish(z.string()),
  /** Meta's quality rating: GREEN, YELLOW or RED. */
  quality: z.nullish(z.string()),
  components: z.array(templateComponent),
})
export type WhatsappTemplate = z.infer<typeof whatsappTemplate>
