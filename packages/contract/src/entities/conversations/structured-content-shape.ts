import * as z from 'zod/mini'

/**
 * Structure of what a message may contain instead of a file. entities/conversations/structured-content.ts and rules/conversations/choices.ts validate the values, called by sender
 * and receiver through rules/conversations/outgoing-message.ts. They are separate, so that pages that send only text do not load them.
 */
const optionalText = z.optional(z.string())

export const locationShape = z.object({ latitude: z.number(), longitude: z.number(), name: optionalText, address: optionalText })

export const contactShape = z.object({ name: z.string(), phone: z.string(), email: optionalText })

const choiceKind = z.enum(['buttons', 'list'])

/** Answer options of a message (MEDIA-18). `button`: label of the button that opens a list. */
export const choicesShape = z.object({
  kind: choiceKind,
  button: optionalText,
  options: z.array(z.object({ title: z.string(), description: optionalText })),
})
export type SentChoices = z.infer<typeof choicesShape>

/** Answer options of a stored message. Each option has an id, which the lead's answer refers to. Prosa extension. */
export const choices = z.object({
  kind: choiceKind,
  button: z.nullish(z.string()),
  options: z.array(z.object({ id: z.string(), title: z.string(), description: z.nullish(z.string()) })),
})
export type Choices = z.infer<typeof choices>
