import { passage } from '@prosa/contract/entities/knowledge'
import { timestamp } from '@prosa/contract/fields'
import * as z from 'zod/mini'

const object = z.record(z.string(), z.unknown())
const field = z.nullable(z.string())

/** What is known of a lead, and of the talk with it, when an agent's turn begins. */
export const turnStart = z.object({
  memory: z.nullable(object),
  stage: z.string(),
  summary: field,
  lead: z.object({ name: field, company: field, phone: field, email: field }),
})

/** A turn as it was, so that it can be answered again: nothing of it changes with what happens to its lead afterwards. */
export const frozen = z.object({
  ...turnStart.shape,
  /** When it was answered. */
  at: timestamp,
  /** The talk up to there, oldest first; what the turn answered comes last. What was said in sounds is here as text. */
  messages: z.array(z.object({ role: z.enum(['humano', 'AI']), content: z.string(), at: timestamp })),
  /** What the agent said in it. */
  said: z.array(z.string()),
  /** What the knowledge had to what was asked, when it was corrected. */
  answers: z.array(
    z.object({
      question: z.string(),
      said: field,
      from: z.array(passage),
      passages: z.array(passage),
      told: z.array(z.string()),
    }),
  ),
})
export type Frozen = z.infer<typeof frozen>
