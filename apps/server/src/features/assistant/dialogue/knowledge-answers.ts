import type { ReplyBasis } from '../../knowledge/ports.ts'
import type { TurnInput } from '../turn-input.ts'
import { unmarkAnsweredQuestions } from '../understanding/extract-questions.ts'
import type { ParsedMessages } from '../understanding/parse-messages.ts'

/** Returns the knowledge base's answers to the lead's questions, word for word and each once. */
export const getKnowledgeAnswers = (
  { knowledge = [] }: Pick<TurnInput, 'knowledge'>,
  { lines }: ParsedMessages,
): ReplyBasis[] => {
  const written = new Set(lines.map(({ raw }) => raw))
  const said = knowledge.flatMap(({ question, said: words, from, cards }) =>
    words !== null && written.has(question) ? [{ said: words, passages: from, cards }] : [],
  )
  return said.filter(({ said: words }, at) => said.findIndex((other) => other.said === words) === at)
}

/** Removes the questions that the knowledge base has answered. */
export const removeAnsweredQuestions = (
  understood: ParsedMessages,
  { knowledge = [] }: Pick<TurnInput, 'knowledge'>,
): ParsedMessages => {
  const answered = new Set(knowledge.flatMap(({ question, said }) => (said === null ? [] : [question])))
  if (answered.size === 0) return understood
  const lines = unmarkAnsweredQuestions(understood.lines, answered)
  const left = new Set(lines.flatMap(({ intents }) => [...intents]))
  // The intents of all messages are more than those of their lines, so only intents of the answered lines are removed.
  const gone = new Set(understood.lines.flatMap(({ intents }) => [...intents]).filter((intent) => !left.has(intent)))
  return { ...understood, lines, intents: new Set([...understood.intents].filter((intent) => !gone.has(intent))) }
}
