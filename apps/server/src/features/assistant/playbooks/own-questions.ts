import { fold } from '../hear/fold.ts'
import { saysNo, saysYes } from '../hear/intents.ts'
import { hoursText } from '../model/hours.ts'
import type { AgentBrief } from '../turn.ts'
import { openOrDeclined } from './open-answer.ts'
import { fact, type Playbook, type Topic } from './playbook.ts'

const keyOf = (question: string): string => `own:${fold(question).slice(0, 60)}`

/** A question that staff wrote: any answer is one, and not knowing leaves it. */
const ownTopic = (question: string): Topic => ({
  key: keyOf(question),
  stage: 'qualificacao',
  waiting: 'Aguardando resposta',
  ask: () => [question, `Me ajuda com isso? ${question}`],
  read: (lines, _talk, answering) => {
    if (!answering) return null
    const words = openOrDeclined(lines)
    if (words !== null) return words
    if (lines.some((line) => saysNo(line.folded))) return 'não'
    return lines.some((line) => saysYes(line.folded)) ? 'sim' : null
  },
  ack: () => ['Anotado.', 'Entendi, obrigada por contar.', 'Certo.'],
})

/** The playbook of a type with what staff told its agent: questions besides or in the place of the type's own, and the team's hours. */
export function withBrief(playbook: Playbook, brief: AgentBrief | undefined): Playbook {
  if (!brief) return playbook
  const hours = hoursText(brief.hours)
  const answers = hours
    ? { ...playbook.answers, hours: () => [`A equipe atende ${hours}.`, `O horário da equipe: ${hours}.`] }
    : playbook.answers
  const own = [...new Set(brief.questions)].map(ownTopic)
  const knows = hours ? [...playbook.knows, 'hours' as const] : playbook.knows
  if (own.length === 0) return { ...playbook, answers, knows }
  const isUsual = ({ key }: Topic) => playbook.usual.includes(key)
  const place = playbook.topics.findLastIndex(isUsual) + 1
  const before = playbook.topics.slice(0, place)
  return {
    ...playbook,
    answers,
    knows,
    topics: [
      ...(brief.replaceQuestions ? before.filter((topic) => !isUsual(topic)) : before),
      ...own,
      ...playbook.topics.slice(place),
    ],
    summary: (talk) => {
      const told = brief.questions.flatMap((question) => {
        const answer = fact(talk, keyOf(question))
        return answer === null ? [] : [`${question} ${answer}`]
      })
      const [first, ...rest] = playbook.summary(talk)
      return [first, told.length > 0 ? `Respondeu: ${told.join('; ')}.` : null, ...rest].filter(
        (part) => typeof part === 'string',
      )
    },
  }
}
