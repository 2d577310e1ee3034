import * as z from 'zod/mini'
import { timestamp } from '../../fields.ts'

/** Formats of a template's header that contain a file. */
export const FILE_HEADER_FORMATS = ['image', 'video', 'document'] as const
export type FileHeaderFormat = (typeof FILE_HEADER_FORMATS)[number]

/** A component of a message template, as stored by Meta. For unsupported components only `type` is kept. */
export const templateComponent = z.object({
  /** HEADER, BODY, FOOTER, BUTTONS, or any type that Meta adds later. */
  type: z.string(),
  /** Only for a component of type HEADER: TEXT, IMAGE, VIDEO, DOCUMENT or LOCATION. */
  format: z.optional(z.string()),
  text: z.optional(z.string()),
  /** Example values for the placeholders, which Meta requires for its review, by kind. */
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

/** A message template of the Meta account to which a WhatsApp number belongs, as last reported by Meta. Prosa extension. */
export const whatsappTemplate = z.object({
  /** Id of the template at Meta. A string, because it can exceed 2^53. */
  id: z.string(),
  name: z.string(),
  language: z.string(),
  category: z.nullish(z.string()),
  /** Category to which Meta will move the template, and the time of that change. Null if Meta announced no change. */
  next_category: z.nullish(z.string()),
  next_category_at: z.nullish(timestamp),
  /** Status of the template at Meta: PENDING, APPROVED, REJECTED, PAUSED, DISABLED, or another. */
  status: z.string(),
  /** End of Meta's pause of the template. Null if the template is not paused or Meta does not report the end. */
  paused_until: z.nullish(timestamp),
  /** Reason why Meta rejected, paused or disabled the template, as a text for users. */
  reason: z.nullish(z.string()),
  /** Meta's quality rating: GREEN, YELLOW or RED. */
  quality: z.nullish(z.string()),
  components: z.array(templateComponent),
})
export type WhatsappTemplate = z.infer<typeof whatsappTemplate>
