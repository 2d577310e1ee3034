import { passage } from '@prosa/contract/entities/agents/knowledge'
import { timestamp } from '@prosa/contract/fields'
import * as z from 'zod/mini'

const object = z.record(z.string(), z.unknown())
const nullableText = z.nullable(z.string())

/** Schema of the data about a lead and the conversation at the beginning of an agent's turn (one reply of the agent). */
export const turnStart = z.object({
  memory: z.nullable(object),
  stage: z.string(),
  summary: nullableText,
  lead: z.object({ name: nullableText, company: nullableText, phone: nullableText, email: nullableText }),
})

/**
 * Schema of the snapshot of a turn, from which an agent can answer the turn again. Later changes of the lead do not change the snapshot.
 */
export const turnSnapshot = z.object({
  ...turnStart.shape,
  /** Time at which the agent answered. */
  at: timestamp,
  /**
   * The conversation up to the turn, oldest message first; the messages that the turn answered are the last ones. Voice messages are
   * included as transcripts.
   */
  messages: z.array(z.object({ role: z.enum(['humano', 'AI']), content: z.string(), at: timestamp })),
  /** Messages that the agent wrote in the turn. */
  said: z.array(z.string()),
  /** Answers that the knowledge base gave to the turn's questions when the correction was created. */
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
