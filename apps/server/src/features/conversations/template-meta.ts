import * as z from 'zod/mini'
import type { OutgoingTemplate } from '../../kernel/whatsapp.ts'

const places = z.array(z.object({ name: z.nullable(z.string()), value: z.string() }))
const withTemplate = z.object({
  template: z.object({ name: z.string(), language: z.string(), category: z.nullish(z.string()), header: places, body: places }),
})

/** How a message remembers the template that it is sent as; null for a message in words of its own. */
export const templateOf = (meta: unknown): OutgoingTemplate | null => withTemplate.safeParse(meta).data?.template ?? null

export const templateMeta = (template: OutgoingTemplate) => ({ template })
