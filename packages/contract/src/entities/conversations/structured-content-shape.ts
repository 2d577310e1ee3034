import * as z from 'zod/mini'

/**
 * Structure of locations, contacts and answer options in messages, without limits for the values. rules/conversations/outgoing-message.ts
 * validates the values; it is separate, so that pages that send only text do not load it.
 */
const optionalText = z.optional(z.string())

export const locationShape = z.object({ latitude: z.number(), longitude: z.number(), name: optionalText, address: optionalText })

export const contactShape = z.object({ name: z.string(), phone: z.string(), email: optionalText })

const choiceKind = z.enum(['buttons', 'list'])

/** Answer options to send (MEDIA-18). `button`: label of the button that opens a list of options. */
export const choicesShape = z.object({
  kind: choiceKind,
  button: optionalText,
  options: z.array(z.object({ title: z.string(), description: optionalText })),
})
export type SentChoices = z.infer<typeof choicesShape>

/** Answer options of a stored message. The lead's answer identifies an option by its id. Prosa extension. */
export const choices = z.object({
  kind: choiceKind,
  button: z.nullish(z.string()),
  options: z.array(z.object({ id: z.string(), title: z.string(), description: z.nullish(z.string()) })),
})
export type Choices = z.infer<typeof choices>
