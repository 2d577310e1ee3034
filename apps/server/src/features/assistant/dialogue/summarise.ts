import PLANS from './phrases/plans.json' with { type: 'json' }
import TEAM from './phrases/team.json' with { type: 'json' }
import type { Playbook } from './playbook.ts'
import { cancelled, isMoving, movedFrom, whenText } from './standing.ts'
import { fact, isCalled, type Talk } from './talk.ts'
import { fill } from './words.ts'

/** What was said of an appointment that only the team knows. */
const elsewhere = (talk: Talk): string[] => {
  const was = movedFrom(talk) ?? PLANS.elsewhere
  if (isMoving(talk)) return [fill(PLANS.moved.summary, { was, when: whenText(talk) })]
  const confirms = fact(talk, 'confirms')
  return confirms ? [fill(PLANS.confirmed.summary, { confirms })] : []
}

const MOST_SENTENCES = 4

/** One to four sentences for the team: who it is, what they said, what they still want to know. */
export const summarise = (talk: Talk, playbook: Playbook): string => {
  const { name, company } = talk.lead
  const { questions } = talk.memory
  const who = name && company ? `${name} (${company})` : (name ?? company)
  const sentences = [
    ...elsewhere(talk),
    ...playbook.summary(talk),
    ...(fact(talk, 'byText') ? [TEAM.summary.byText] : []),
    ...(cancelled(talk) ? [fill(PLANS.calledOff.summary, { cancelled: cancelled(talk) })] : []),
  ]
  const open = questions.length > 0 ? [fill(TEAM.summary.questions, { questions: questions.join('; ') })] : []
  const called = isCalled(talk) && sentences.length < 3 ? [TEAM.summary.called] : []
  const kept = [...sentences.slice(0, MOST_SENTENCES - open.length), ...open, ...called].slice(0, MOST_SENTENCES)
  const [first = '', ...rest] = kept
  if (first === '') return fill(TEAM.summary.arrived, { who })
  const told = [who ? `${who}: ${first.charAt(0).toLocaleLowerCase('pt-BR')}${first.slice(1)}` : first, ...rest].join(' ')
  // What a lead wrote may end by itself.
  return told.replaceAll(/([?!…])\./g, '$1')
}
