import type { Stage } from '@prosa/contract/entities/conversation'
import { type Talk, tell } from './talk.ts'
import type { Topic } from './topic.ts'
import type { Values, Ways } from './words.ts'

export interface Conclusion {
  readonly replies: readonly string[]
  readonly stage: Stage
  readonly status: string
  readonly attention: string | null
}

/** The end of a talk in words: what the lead and what the team reads. */
export interface EndWords {
  readonly reply: string
  readonly status: string
  readonly attention?: string
}

export type Question = 'price' | 'how' | 'hours' | 'address'

/** The written way of one agent type. */
export interface Playbook {
  /** Second half of the self-introduction: why the agent is here. */
  readonly purpose: string
  readonly topics: readonly Topic[]
  /** True: asking for things besides the matter at hand is expected here, also without a question mark. */
  readonly besides: (talk: Talk) => boolean
  /** Keys of the questions that staff's own may stand in the place of; the others carry the type's purpose. */
  readonly usual: readonly string[]
  readonly answers: Readonly<Record<Question, Ways>>
  /** Questions that need nobody of the team. */
  readonly knows: readonly Question[]
  /** A question that is put off the first time it is asked: the team is called at the second. */
  readonly putsOff?: Question
  readonly conclude: (talk: Talk) => Conclusion
  /** Sentences for the team, without the lead's name and without open questions. */
  readonly summary: (talk: Talk) => readonly string[]
}

export const conclusion = (talk: Talk, { reply, status, attention }: EndWords, stage: Stage, values?: Values): Conclusion => ({
  replies: [tell(talk, reply, values)],
  stage,
  status: tell(talk, status, values),
  attention: attention === undefined ? null : tell(talk, attention, values),
})
