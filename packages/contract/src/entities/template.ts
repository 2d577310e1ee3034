import * as z from 'zod/mini'
import { timestamp } from '../fields.ts'

/** Headers that are a file. */
export const FILE_HEADERS = ['image', 'video', 'document'] as const
export type FileHeader = (typeof FILE_HEADERS)[number]

/** A part of a template as Meta keeps it; of what this product does not know only the type is kept. */
export const templateComponent = z.object({
  /** HEADER, BODY, FOOTER, BUTTONS, or what Meta invents. */
  type: z.string(),
  /** Of a header: TEXT, IMAGE, VIDEO, DOCUMENT, LOCATION. */
  format: z.optional(z.string()),
  text: z.optional(z.string()),
  /** What its places were filled with for Meta to look at, by kind. */
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

/** A template of a number's account, as Meta last told of it. Ours. */
export const whatsappTemplate = z.object({
  /** Meta's own; text, for it may pass 2^53. */
  id: z.string(),
  name: z.string(),
  language: z.string(),
  category: z.nullish(z.string()),
  /** What Meta makes of it, and when; null: nothing. */
  next_category: z.nullish(z.string()),
  next_category_at: z.nullish(timestamp),
  /** Meta's word for it: PENDING, APPROVED, REJECTED, PAUSED, DISABLED, or another. */
  status: z.string(),
  /** Until when Meta has it paused; null: it is not, or Meta does not say. */
  paused_until: z.nullish(timestamp),
  /** Why it is refused, paused or switched off, in words. */
  reason: z.nullish(z.string()),
  /** Meta's word for how people take it: GREEN, YELLOW, RED. */
  quality: z.nullish(z.string()),
  components: z.array(templateComponent),
})
export type WhatsappTemplate = z.infer<typeof whatsappTemplate>
