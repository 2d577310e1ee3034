import { passage } from '@prosa/contract/entities/agents/knowledge'
import { timestamp } from '@prosa/contract/fields'
import * as z from 'zod/mini'

const object = z.record(z.string(), z.unknown())
const nullableText = z.nullable(z.string())

/** Data of a lead and its conversation at the beginning of an agent's turn. */
export const turnStart = z.object({
  memory: z.nullable(object),
  stage: z.string(),
  summary: nullableText,
  lead: z.object({ name: nullableText, company: nullableText, phone: nullableText, email: nullableText }),
})

/** Snapshot of a turn, from which it can be answered again. Later changes of the lead do not affect it. */
export const turnSnapshot = z.object({
  ...turnStart.shape,
  /** Time of the answer. */
  at: timestamp,
  /**
   * The conversation up to the turn, oldest message first. The messages that the turn answered come last. Voice messages are included as
   * transcripts.
   */
  messages: z.array(z.object({ role: z.enum(['humano', 'AI']), content: z.string(), at: timestamp })),
  /** Messages that the agent wrote in the turn. */
  said: z.array(z.string()),
  /** Answers of the knowledge base to the turn's questions at the time of the correction. */
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
