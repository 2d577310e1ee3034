import * as z from 'zod/mini'

/**
 * What a message may carry in the place of a file, as it travels. What each part may be is said by entities/carried.ts and rules/choices.ts,
 * which whoever sends and whoever takes asks (rules/outgoing-message.ts), and pages that send nothing but texts do not load.
 */
const words = z.optional(z.string())

export const locationShape = z.object({ latitude: z.number(), longitude: z.number(), name: words, address: words })

export const contactShape = z.object({ name: z.string(), phone: z.string(), email: words })

const choiceKind = z.enum(['buttons', 'list'])

/** Answers to choose from (MEDIA-18); `button`: of a list, what opens it. */
export const choicesShape = z.object({
  kind: choiceKind,
  button: words,
  options: z.array(z.object({ title: z.string(), description: words })),
})
export type SentChoices = z.infer<typeof choicesShape>

/** The same of a message that is here: each has an id, which the answer says. Ours. */
export const choices = z.object({
  kind: choiceKind,
  button: z.nullish(z.string()),
  options: z.array(z.object({ id: z.string(), title: z.string(), description: z.nullish(z.string()) })),
})
export type Choices = z.infer<typeof choices>
