import { passage, withheldReason } from '@prosa/contract/entities/agents/knowledge'
import { stage } from '@prosa/contract/entities/conversations/conversation'
import * as z from 'zod/mini'
import { storableObject, storableText } from '../../../platform/json/json.ts'
import { meetingChange } from '../../calendar/ports.ts'
import { leadPatch } from '../../leads/ports.ts'

/** Schema of one part of an agent's answer to a lead: messages to send and data to store. A part is stored completely or not at all. */
export const turnPart = z.object({
  replies: z.readonly(z.array(storableText)),
  stage,
  summary: storableText,
  statusMessage: storableText,
  leadPatch,
  attention: z.nullable(z.object({ reason: storableText })),
  /** Meeting change that the agent confirmed to the lead. It is stored with this part; a job then updates the external calendar. */
  meeting: z.optional(meetingChange),
  /** Pause of the agent for this lead. If `until` is null, the pause lasts until a user ends it. */
  pause: z.optional(z.object({ reason: storableText, until: z.nullable(z.date()) })),
  /**
   * Opt-out: the lead's wish to get no unrequested messages, in the lead's words. Null if the lead withdraws it; absent if nothing changes.
   */
  optOut: z.optional(z.nullable(z.object({ words: storableText }))),
  /** Knowledge base passages that support the reply, with their text at this time. */
  basis: z.optional(z.readonly(z.array(passage))),
  /** Reasons why sentences were removed from the reply before sending. Stored with each message of the reply. */
  heldBack: z.optional(z.readonly(z.array(withheldReason))),
  /** Id of a file with the photo of a product. The reply is sent as the caption of the photo. */
  photo: z.optional(z.string()),
  /** One-line summaries of files that the lead sent. `seq`: sequence number of the message with the file. */
  lines: z.optional(z.readonly(z.array(z.object({ seq: z.int(), line: storableText })))),
  memory: storableObject,
  /** Sequence number of the newest lead message that is answered. Together with `part`, it is the idempotency key. */
  uptoSeq: z.int(),
  /** Index of this part in the agent's answer, starting at 0. */
  part: z.int(),
  /** Sequence numbers of the audio messages that are answered without a transcript. */
  unheard: z.optional(z.readonly(z.array(z.int()))),
  /** Sequence numbers of the audio messages whose transcript arrived late and is answered now. */
  late: z.optional(z.readonly(z.array(z.int()))),
  /** Data about how the reply was created, such as the AI model's usage. */
  meta: storableObject,
})
export type TurnPart = Readonly<z.input<typeof turnPart>>

/** Agent that answers a lead, with the version number of its published settings. The version stays the same while one answer is written. */
export interface AnsweringAgent {
  readonly agentId: string
  readonly version: number
}

export const toAnsweringAgent = ({ id, version }: { id: string; version: number }): AnsweringAgent => ({ agentId: id, version })

/**
 * Result of storing a part of an agent's answer. 'said': replies were stored. 'noted': only other data were stored. 'stale': nothing was
 * stored, because of a concurrent change.
 */
export type TurnOutcome = 'said' | 'noted' | 'stale'
