import * as z from 'zod/mini'

/**
 * Structure of a location, contact or answer options in a message, without limits for the values. rules/conversations/outgoing-message.ts
 * validates the values, in the browser and on the server. The two are separate, so that pages that send only text do not load the
 * validation.
 */
const optionalText = z.optional(z.string())

export const locationShape = z.object({ latitude: z.number(), longitude: z.number(), name: optionalText, address: optionalText })

export const contactShape = z.object({ name: z.string(), phone: z.string(), email: optionalText })

const choiceKind = z.enum(['buttons', 'list'])

/** Answer options to send in a message (MEDIA-18). `button`: label of the button that opens the options of a list. */
export const choicesShape = z.object({
  kind: choiceKind,
  button: optionalText,
  options: z.array(z.object({ title: z.string(), description: optionalText })),
})
export type SentChoices = z.infer<typeof choicesShape>

/** Answer options of a stored message. Each option has an id, by which the lead's answer identifies it. Prosa extension. */
export const choices = z.object({
  kind: choiceKind,
  button: z.nullish(z.string()),
  options: z.array(z.object({ id: z.string(), title: z.string(), description: z.nullish(z.string()) })),
})
export type Choices = z.infer<typeof choices>
