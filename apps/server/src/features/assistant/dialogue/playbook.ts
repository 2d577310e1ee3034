import type { Stage } from '@prosa/contract/entities/conversation'
import type { AgentBrief } from '../decision.ts'
import { fold } from '../understanding/fold.ts'
import { hoursText } from '../understanding/open-times.ts'
import ANY from './phrases/any.json' with { type: 'json' }
import TEAM from './phrases/team.json' with { type: 'json' }
import { fact, fill, type Talk, tell, type Values, type Ways } from './talk.ts'
import { openOrLeft, type Topic, type TopicBody, type TopicData, topicsOf } from './topic.ts'

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

/** What of a playbook is data. */
interface PlaybookData extends TopicData, Pick<Playbook, 'purpose' | 'usual' | 'answers'> {}
type PlaybookBody = Pick<Playbook, 'besides' | 'putsOff' | 'conclude' | 'summary'> & {
  readonly topics: Readonly<Record<string, TopicBody>>
}

export const playbookOf = (data: PlaybookData, { topics, ...body }: PlaybookBody): Playbook => {
  const { purpose, usual, answers } = data
  return { purpose, usual, answers, knows: ['how'], ...body, topics: topicsOf(data, topics) }
}

export const conclusion = (talk: Talk, { reply, status, attention }: EndWords, stage: Stage, values?: Values): Conclusion => ({
  replies: [tell(talk, reply, values)],
  stage,
  status: tell(talk, status, values),
  attention: attention === undefined ? null : tell(talk, attention, values),
})

const keyOf = (question: string): string => `own:${fold(question).slice(0, 60)}`

/** A question that staff wrote: any answer is one, and not knowing leaves it. */
const ownTopic = (question: string): TopicBody => ({
  values: () => ({ question }),
  answer: (burst) => openOrLeft(burst) ?? (burst.no ? 'não' : burst.yes ? 'sim' : null),
})

/** The playbook of a type with the team's hours for an answer. */
const withHours = (playbook: Playbook, hours: string | null): Playbook => {
  if (hours === null) return playbook
  const answers = { ...playbook.answers, hours: ANY.hours.map((phrase) => fill(phrase, { hours })) }
  return { ...playbook, knows: [...playbook.knows, 'hours'], answers }
}

/** The playbook of a type with what staff told its agent: questions besides or in the place of the type's own, and the team's hours. */
export function withBrief(given: Playbook, brief: AgentBrief | undefined): Playbook {
  if (!brief) return given
  const playbook = withHours(given, hoursText(brief.hours))
  const own = topicsOf({ topics: {} }, Object.fromEntries(brief.questions.map((each) => [keyOf(each), ownTopic(each)])))
  if (own.length === 0) return playbook
  const isUsual = ({ key }: Topic) => playbook.usual.includes(key)
  const place = playbook.topics.findLastIndex(isUsual) + 1
  const before = playbook.topics.slice(0, place).filter((topic) => !brief.replaceQuestions || !isUsual(topic))
  return {
    ...playbook,
    topics: [...before, ...own, ...playbook.topics.slice(place)],
    summary: (talk) => {
      const answers = brief.questions.flatMap((question) => {
        const answer = fact(talk, keyOf(question))
        return answer === null ? [] : `${question} ${answer}`
      })
      const told = answers.length > 0 ? [fill(TEAM.summary.own, { answers: answers.join('; ') })] : []
      return playbook.summary(talk).toSpliced(1, 0, ...told)
    },
  }
}
