import { passage, withheldReason } from '@prosa/contract/entities/agents/knowledge'
import { stage } from '@prosa/contract/entities/conversations/conversation'
import * as z from 'zod/mini'
import { storableObject, storableText } from '../../../platform/json/json.ts'
import { meetingChange } from '../../calendar/ports.ts'
import { leadPatch } from '../../leads/ports.ts'

/**
 * Part of an agent's turn (one reply of the agent), with messages to send and notes to store. A part is stored completely or not at all.
 */
export const turnPart = z.object({
  replies: z.readonly(z.array(storableText)),
  stage,
  summary: storableText,
  statusMessage: storableText,
  leadPatch,
  attention: z.nullable(z.object({ reason: storableText })),
  /** Change of a meeting that the agent confirmed to the lead. It is stored with the turn; a job then updates the calendar. */
  meeting: z.optional(meetingChange),
  /** Pause of the agent for this lead. If `until` is null, the pause lasts until a user ends it. */
  pause: z.optional(z.object({ reason: storableText, until: z.nullable(z.date()) })),
  /**
   * The lead's opt-out of unrequested messages, in the lead's own words. Null if the lead opts in again; undefined if nothing changes.
   */
  optOut: z.optional(z.nullable(z.object({ words: storableText }))),
  /** Passages of the knowledge base on which the reply is based, with their current text. */
  basis: z.optional(z.readonly(z.array(passage))),
  /** Reasons why sentences were removed from the answer; stored with each message of the answer. */
  heldBack: z.optional(z.readonly(z.array(withheldReason))),
  /** Id of the file with a product's photo. The reply is sent as the caption of the photo. */
  photo: z.optional(z.string()),
  /** One-line summaries of the lead's files, each with the sequence number of its message. */
  lines: z.optional(z.readonly(z.array(z.object({ seq: z.int(), line: storableText })))),
  memory: storableObject,
  /**
   * `uptoSeq`: sequence number of the newest lead message that this turn answers; `part`: index of the part in the turn. Together they are
   * the idempotency key.
   */
  uptoSeq: z.int(),
  part: z.int(),
  /**
   * Sequence numbers of audio messages. `unheard`: audio that the turn answers without a transcript; `late`: audio whose transcript arrived
   * late and is handled by this turn.
   */
  unheard: z.optional(z.readonly(z.array(z.int()))),
  late: z.optional(z.readonly(z.array(z.int()))),
  /** Data about how the part was created, such as the model usage. */
  meta: storableObject,
})
export type TurnPart = Readonly<z.input<typeof turnPart>>

/** Agent that answers, and the published version of its settings, which stays the same during a turn. */
export interface AnsweringAgent {
  readonly agentId: string
  readonly version: number
}

export const toAnsweringAgent = ({ id, version }: { id: string; version: number }): AnsweringAgent => ({ agentId: id, version })

/**
 * Result of storing a part of a turn: 'said' if replies were stored; 'noted' if only other changes were; 'stale' if nothing was stored
 * because of a concurrent change.
 */
export type TurnOutcome = 'said' | 'noted' | 'stale'
