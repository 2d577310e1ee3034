import type { Basis } from '../../knowledge/ports.ts'
import type { TurnInput } from '../decision.ts'
import { withoutAnswered } from '../understanding/asked.ts'
import type { Understood } from '../understanding/understand.ts'

/** What the organisation's own words answer of a burst, each once, word for word. */
export const knownOf = ({ knowledge = [] }: Pick<TurnInput, 'knowledge'>, { lines }: Understood): Basis[] => {
  const written = new Set(lines.map(({ raw }) => raw))
  const said = knowledge.flatMap(({ question, said: words, from, cards }) =>
    words !== null && written.has(question) ? [{ said: words, passages: from, cards }] : [],
  )
  return said.filter(({ said: words }, at) => said.findIndex((other) => other.said === words) === at)
}

/** A burst without the questions that are answered so. */
export const withoutKnown = (understood: Understood, { knowledge = [] }: Pick<TurnInput, 'knowledge'>): Understood => {
  const answered = new Set(knowledge.flatMap(({ question, said }) => (said === null ? [] : [question])))
  if (answered.size === 0) return understood
  const lines = withoutAnswered(understood.lines, answered)
  const left = new Set(lines.flatMap(({ intents }) => [...intents]))
  // What the whole burst means is more than its lines: only what the answered ones asked goes.
  const gone = new Set(understood.lines.flatMap(({ intents }) => [...intents]).filter((intent) => !left.has(intent)))
  return { ...understood, lines, intents: new Set([...understood.intents].filter((intent) => !gone.has(intent))) }
}
