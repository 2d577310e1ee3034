import type { AgentBrief } from '../decision.ts'
import { fold } from '../understanding/fold.ts'
import { hoursText } from '../understanding/open-times.ts'
import ANY from './phrases/any.json' with { type: 'json' }
import TEAM from './phrases/team.json' with { type: 'json' }
import TOPICS from './phrases/topics.json' with { type: 'json' }
import type { Playbook } from './playbook.ts'
import { fact } from './talk.ts'
import { openOrLeft, type Topic, topicsOf } from './topic.ts'
import { fill } from './words.ts'

const keyOf = (question: string): string => `own:${fold(question).slice(0, 60)}`

/** A question that staff wrote: any answer is one, and not knowing leaves it. */
const ownTopic = (question: string): Topic[] =>
  topicsOf(
    {},
    {
      [keyOf(question)]: {
        words: TOPICS.own,
        values: () => ({ question }),
        answer: (burst) => openOrLeft(burst) ?? (burst.no ? 'não' : burst.yes ? 'sim' : null),
      },
    },
  )

/** The playbook of a type with the team's hours for an answer. */
const withHours = (playbook: Playbook, hours: string | null): Playbook =>
  hours === null
    ? playbook
    : {
        ...playbook,
        knows: [...playbook.knows, 'hours'],
        answers: { ...playbook.answers, hours: ANY.hours.map((phrase) => fill(phrase, { hours })) },
      }

/** The playbook of a type with what staff told its agent: questions besides or in the place of the type's own, and the team's hours. */
export function withBrief(given: Playbook, brief: AgentBrief | undefined): Playbook {
  if (!brief) return given
  const playbook = withHours(given, hoursText(brief.hours))
  const own = [...new Set(brief.questions)].flatMap(ownTopic)
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
