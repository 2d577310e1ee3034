import * as z from 'zod/mini'
import type { OutgoingTemplate } from '../../../platform/external-services/whatsapp-api.ts'

const filledPlaceholders = z.array(z.object({ name: z.nullable(z.string()), value: z.string() }))
const storedTemplate = z.object({
  template: z.object({
    name: z.string(),
    language: z.string(),
    category: z.nullable(z.string()),
    header: filledPlaceholders,
    body: filledPlaceholders,
    buttons: z.optional(z.array(z.object({ index: z.int(), kind: z.enum(['url', 'copy_code']), value: z.string() }))),
  }),
})

/** Parses the template of an outgoing message from the `meta` of the message. Returns null if the message is free text. */
export const getOutgoingTemplate = (meta: unknown): OutgoingTemplate | null =>
  storedTemplate.safeParse(meta).data?.template ?? null

export const toTemplateMeta = (template: OutgoingTemplate) => ({ template })
