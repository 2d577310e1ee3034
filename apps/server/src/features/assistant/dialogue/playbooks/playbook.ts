import type { Stage } from '@prosa/contract/entities/conversations/conversation'
import type { AgentBrief } from '../../turn-input.ts'
import { formatOpeningHours } from '../../understanding/dates/opening-hours.ts'
import { normalizeText } from '../../understanding/text/normalize-text.ts'
import {
  type DialogueContext,
  fillPhrase,
  getFact,
  type PhraseValues,
  type Phrasings,
  renderPhrase,
} from '../dialogue-context.ts'
import ANY from '../phrases/any.json' with { type: 'json' }
import TEAM from '../phrases/team.json' with { type: 'json' }
import { createTopics, extractOptionalAnswer, type Topic, type TopicBehavior, type TopicData } from '../topics/topic.ts'

export interface Conclusion {
  readonly replies: readonly string[]
  readonly stage: Stage
  readonly status: string
  readonly attentionReason: string | null
}

/** Text templates for the conclusion of a conversation. `reply` is for the lead; `status` and `attention` are for the team. */
export interface ConclusionTexts {
  readonly reply: string
  readonly status: string
  readonly attention?: string
}

export type CommonQuestion = 'price' | 'how' | 'hours' | 'address'

/** Conversation script of an agent type: questions, answers to common questions, and the conclusion. */
export interface Playbook {
  /** Second half of the agent's self-introduction. */
  readonly purpose: string
  readonly topics: readonly Topic[]
  /** Returns true if the lead may ask for something else now, even without a question mark. */
  readonly mayAskSomethingElse: (context: DialogueContext) => boolean
  /** Keys of default questions that the team's own questions may replace. */
  readonly usual: readonly string[]
  readonly answers: Readonly<Record<CommonQuestion, Phrasings>>
  /** Common questions that need no answer of the team. */
  readonly answerableQuestions: readonly CommonQuestion[]
  /** Common question that is deferred when first asked. If it is asked again, the team is notified. */
  readonly deferredQuestion?: CommonQuestion
  readonly conclude: (context: DialogueContext) => Conclusion
  /** Returns summary sentences for the team. Name and open questions of the lead are added elsewhere. */
  readonly getSummarySentences: (context: DialogueContext) => readonly string[]
}

/** Parts of a playbook that come from a JSON file. */
interface PlaybookData extends TopicData, Pick<Playbook, 'purpose' | 'usual' | 'answers'> {}
type PlaybookBody = Pick<Playbook, 'mayAskSomethingElse' | 'deferredQuestion' | 'conclude' | 'getSummarySentences'> & {
  readonly topics: Readonly<Record<string, TopicBehavior>>
}

export const createPlaybook = (data: PlaybookData, { topics, ...body }: PlaybookBody): Playbook => {
  const { purpose, usual, answers } = data
  return { purpose, usual, answers, answerableQuestions: ['how'], ...body, topics: createTopics(data, topics) }
}

export const buildConclusion = (
  context: DialogueContext,
  { reply, status, attention }: ConclusionTexts,
  stage: Stage,
  values?: PhraseValues,
): Conclusion => ({
  replies: [renderPhrase(context, reply, values)],
  stage,
  status: renderPhrase(context, status, values),
  attentionReason: attention === undefined ? null : renderPhrase(context, attention, values),
})

const getStaffQuestionKey = (question: string): string => `own:${normalizeText(question).slice(0, 60)}`

/** Creates a topic for a question that the team wrote. Accepts any answer; 'não sei' skips the topic. */
const createStaffTopic = (question: string): TopicBehavior => ({
  getPhraseValues: () => ({ question }),
  extractAnswer: (input) => extractOptionalAnswer(input) ?? (input.isNegative ? 'não' : input.isAffirmative ? 'sim' : null),
})

/** Lets the playbook answer the common question 'hours'. Returns the playbook unchanged if `hours` is null. */
const addOpeningHours = (playbook: Playbook, hours: string | null): Playbook => {
  if (hours === null) return playbook
  const answers = { ...playbook.answers, hours: ANY.hours.map((phrase) => fillPhrase(phrase, { hours })) }
  return { ...playbook, answerableQuestions: [...playbook.answerableQuestions, 'hours'], answers }
}

/** Applies an agent's settings to a playbook: adds the team's questions, or replaces the default ones, and adds opening hours. */
export function applyAgentBrief(basePlaybook: Playbook, brief: AgentBrief | undefined): Playbook {
  if (!brief) return basePlaybook
  const playbook = addOpeningHours(basePlaybook, formatOpeningHours(brief.hours))
  const staffTopics = createTopics(
    { topics: {} },
    Object.fromEntries(brief.questions.map((each) => [getStaffQuestionKey(each), createStaffTopic(each)])),
  )
  if (staffTopics.length === 0) return playbook
  const isReplaceable = ({ key }: Topic) => playbook.usual.includes(key)
  const insertIndex = playbook.topics.findLastIndex(isReplaceable) + 1
  const precedingTopics = playbook.topics
    .slice(0, insertIndex)
    .filter((topic) => !brief.replaceQuestions || !isReplaceable(topic))
  return {
    ...playbook,
    topics: [...precedingTopics, ...staffTopics, ...playbook.topics.slice(insertIndex)],
    getSummarySentences: (context) => {
      const answers = brief.questions.flatMap((question) => {
        const answer = getFact(context, getStaffQuestionKey(question))
        return answer === null ? [] : `${question} ${answer}`
      })
      const answerSentences = answers.length > 0 ? [fillPhrase(TEAM.summary.own, { answers: answers.join('; ') })] : []
      return playbook.getSummarySentences(context).toSpliced(1, 0, ...answerSentences)
    },
  }
}
