import { passage } from '@prosa/contract/entities/agents/knowledge'
import { timestamp } from '@prosa/contract/fields'
import * as z from 'zod/mini'

const object = z.record(z.string(), z.unknown())
const nullableText = z.nullable(z.string())

/** Data about a lead and the conversation before an agent's answer. */
export const turnStart = z.object({
  memory: z.nullable(object),
  stage: z.string(),
  summary: nullableText,
  lead: z.object({ name: nullableText, company: nullableText, phone: nullableText, email: nullableText }),
})

/** Snapshot of a conversation, from which an agent can answer again. Later changes of the lead do not change it. */
export const turnSnapshot = z.object({
  ...turnStart.shape,
  at: timestamp,
  /** Messages before the agent's answer, oldest first. Voice messages are replaced by their transcripts. */
  messages: z.array(z.object({ role: z.enum(['humano', 'AI']), content: z.string(), at: timestamp })),
  /** Messages of the agent's answer. */
  said: z.array(z.string()),
  /** Answers from the knowledge base at the time when the correction was created. */
  answers: z.array(
    z.object({
      question: z.string(),
      said: nullableText,
      from: z.array(passage),
      passages: z.array(passage),
      told: z.array(z.string()),
    }),
  ),
})
export type TurnSnapshot = z.infer<typeof turnSnapshot>
