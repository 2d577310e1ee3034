import * as z from 'zod/mini'
import { timestamp } from '../../fields.ts'

/** Header formats that contain a file. */
export const FILE_HEADER_FORMATS = ['image', 'video', 'document'] as const
export type FileHeaderFormat = (typeof FILE_HEADER_FORMATS)[number]

/** A component of a template as stored by Meta. For unknown components only the type is kept. */
export const templateComponent = z.object({
  /** HEADER, BODY, FOOTER, BUTTONS, or a type that Meta adds later. */
  type: z.string(),
  /** Only for a header: TEXT, IMAGE, VIDEO, DOCUMENT, LOCATION. */
  format: z.optional(z.string()),
  text: z.optional(z.string()),
  /** Example values of the placeholders for Meta's review, by kind. */
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

/** A template of a number's account, as last reported by Meta. Prosa extension. */
export const whatsappTemplate = z.object({
  /** Meta's id. A string, because it can exceed 2^53. */
  id: z.string(),
  name: z.string(),
  language: z.string(),
  category: z.nullish(z.string()),
  /** Category to which Meta will change it, and when. Null if no change is announced. */
  next_category: z.nullish(z.string()),
  next_category_at: z.nullish(timestamp),
  /** Meta's status: PENDING, APPROVED, REJECTED, PAUSED, DISABLED, or another. */
  status: z.string(),
  /** End of Meta's pause. Null if it is not paused or Meta does not report the end. */
  paused_until: z.nullish(timestamp),
  /** Reason why it was rejected, paused or disabled, as a text. */
  reason: z.nullish(z.string()),
  /** Meta's quality rating: GREEN, YELLOW or RED. */
  quality: z.nullish(z.string()),
  components: z.array(templateComponent),
})
export type WhatsappTemplate = z.infer<typeof whatsappTemplate>
