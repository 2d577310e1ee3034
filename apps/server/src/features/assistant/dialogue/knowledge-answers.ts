import type { ReplyBasis } from '../../knowledge/ports.ts'
import type { TurnInput } from '../turn-input.ts'
import { unmarkAnsweredQuestions } from '../understanding/extract-questions.ts'
import type { ParsedMessages } from '../understanding/parse-messages.ts'

/**
 * Returns the knowledge base's answers to questions in the lead's messages, word for word. An answer to several questions is returned once.
 */
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

/** Marks sentences that the knowledge base has answered as no longer questions, and removes the intents that only these sentences had. */
export const removeAnsweredQuestions = (
  understood: ParsedMessages,
  { knowledge = [] }: Pick<TurnInput, 'knowledge'>,
): ParsedMessages => {
  const answered = new Set(knowledge.flatMap(({ question, said }) => (said === null ? [] : [question])))
  if (answered.size === 0) return understood
  const lines = unmarkAnsweredQuestions(understood.lines, answered)
  const left = new Set(lines.flatMap(({ intents }) => [...intents]))
  // Removes only the intents of answered sentences, because `understood.intents` also contains intents that belong to no sentence.
  const gone = new Set(understood.lines.flatMap(({ intents }) => [...intents]).filter((intent) => !left.has(intent)))
  return { ...understood, lines, intents: new Set([...understood.intents].filter((intent) => !gone.has(intent))) }
}
