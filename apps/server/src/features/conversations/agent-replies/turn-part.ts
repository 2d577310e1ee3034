import { passage, withheldReason } from '@prosa/contract/entities/agents/knowledge'
import { stage } from '@prosa/contract/entities/conversations/conversation'
import * as z from 'zod/mini'
import { storableObject, storableText } from '../../../platform/json/json.ts'
import { meetingChange } from '../../calendar/ports.ts'
import { leadPatch } from '../../leads/ports.ts'

/** A part of an agent's turn, with replies and notes. It is stored completely or not at all. */
export const turnPart = z.object({
  replies: z.readonly(z.array(storableText)),
  stage,
  summary: storableText,
  statusMessage: storableText,
  leadPatch,
  attention: z.nullable(z.object({ reason: storableText })),
  /** Change of a meeting, stored with the turn; the calendar is updated afterwards. */
  meeting: z.optional(meetingChange),
  /** Pauses the agent for this lead. `until` null: until a user resumes it. */
  pause: z.optional(z.object({ reason: storableText, until: z.nullable(z.date()) })),
  /** The lead's opt-out of unrequested messages, with its words; null if it opts in again. */
  optOut: z.optional(z.nullable(z.object({ words: storableText }))),
  /** Passages on which the reply is based, with their current text. */
  basis: z.optional(z.readonly(z.array(passage))),
  /** Reasons for sentences that were removed from the answer; stored with each of its messages. */
  heldBack: z.optional(z.readonly(z.array(withheldReason))),
  /** File of a product's photo, with the reply as its caption. */
  photo: z.optional(z.string()),
  /** Lines for files of the lead, by the sequence numbers of their messages. */
  lines: z.optional(z.readonly(z.array(z.object({ seq: z.int(), line: storableText })))),
  memory: storableObject,
  /** Sequence number of the newest lead message that this turn answers, and index of the part. Together they are the idempotency key. */
  uptoSeq: z.int(),
  part: z.int(),
  /** Sequence numbers of audio messages: those answered without a transcript, and those with a late transcript that this turn handles. */
  unheard: z.optional(z.readonly(z.array(z.int()))),
  late: z.optional(z.readonly(z.array(z.int()))),
  /** Describes how the part was created. */
  meta: storableObject,
})
export type TurnPart = Readonly<z.input<typeof turnPart>>

/** The answering agent and the published version of its settings, which stays the same during a turn. */
export interface AnsweringAgent {
  readonly agentId: string
  readonly version: number
}

export const toAnsweringAgent = ({ id, version }: { id: string; version: number }): AnsweringAgent => ({ agentId: id, version })

/**
 * Result of storing a part: 'said' if replies were stored, 'noted' if only other changes were, 'stale' if nothing was stored because of a
 * concurrent change.
 */
export type TurnOutcome = 'said' | 'noted' | 'stale'
