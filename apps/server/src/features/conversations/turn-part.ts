import { stage } from '@prosa/contract/entities/conversation'
import { heldBack, passage } from '@prosa/contract/entities/knowledge'
import * as z from 'zod/mini'
import { storableObject, storableText } from '../../kernel/json.ts'
import { meetingChange } from '../calendar/ports.ts'
import { leadPatch } from '../leads/ports.ts'

/** One part of what an agent says and notes; stored whole or not at all. */
export const turnPart = z.object({
  replies: z.readonly(z.array(storableText)),
  stage,
  summary: storableText,
  statusMessage: storableText,
  leadPatch,
  attention: z.nullable(z.object({ reason: storableText })),
  /** Written with the turn; the calendar follows. */
  meeting: z.optional(meetingChange),
  /** Silences the agent for this lead; `until` null: till somebody lets it go on. */
  pause: z.optional(z.object({ reason: storableText, until: z.nullable(z.date()) })),
  /** The lead wants no messages that it did not ask for, in these words; null: it wants them again. */
  optOut: z.optional(z.nullable(z.object({ words: storableText }))),
  /** What the reply was taken from, as it stands now. */
  basis: z.optional(z.readonly(z.array(passage))),
  /** Why something of the answer was not said; kept with each message of it. */
  heldBack: z.optional(z.readonly(z.array(heldBack))),
  /** The file of a product's photo, which the reply stands under. */
  photo: z.optional(z.string()),
  /** What files of the lead are about, by their places. */
  lines: z.optional(z.readonly(z.array(z.object({ seq: z.int(), line: storableText })))),
  memory: storableObject,
  /** The newest lead message that this turn deals with, and the part's place in the turn: together they are its idempotency key. */
  uptoSeq: z.int(),
  part: z.int(),
  /** Places of sounds: what the turn answers unheard; what it found to have become text late, and deals with. */
  unheard: z.optional(z.readonly(z.array(z.int()))),
  late: z.optional(z.readonly(z.array(z.int()))),
  /** How the part came to be. */
  meta: storableObject,
})
export type TurnPart = Readonly<z.input<typeof turnPart>>

/** Which agent answers, and by which of its published versions: a turn keeps the one that it began with. */
export interface Answering {
  readonly agentId: string
  readonly version: number
}

export const answering = ({ id, version }: { id: string; version: number }): Answering => ({ agentId: id, version })

/** 'said' when replies were stored, 'noted' when only the rest was; 'stale', with nothing written, when somebody was faster. */
export type TurnOutcome = 'said' | 'noted' | 'stale'
