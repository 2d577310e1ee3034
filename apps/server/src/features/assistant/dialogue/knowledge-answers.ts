import type { ReplyBasis } from '../../knowledge/ports.ts'
import type { TurnInput } from '../turn-input.ts'
import { unmarkAnsweredQuestions } from '../understanding/extract-questions.ts'
import type { ParsedMessages } from '../understanding/parse-messages.ts'

/** Returns the knowledge base's answers to questions in these messages, word for word. One answer to several questions is returned once. */
export const getKnowledgeAnswers = (
  { knowledge = [] }: Pick<TurnInput, 'knowledge'>,
  { lines }: ParsedMessages,
): ReplyBasis[] => {
  const leadTexts = new Set(lines.map(({ raw }) => raw))
  const answers = knowledge.flatMap(({ question, said: words, from, cards }) =>
    words !== null && leadTexts.has(question) ? [{ said: words, passages: from, cards }] : [],
  )
  return answers.filter(({ said: words }, index) => answers.findIndex((other) => other.said === words) === index)
}

/** Marks sentences that the knowledge base answered as no questions. Removes intents that no other sentence has. */
export const removeAnsweredQuestions = (
  parsedMessages: ParsedMessages,
  { knowledge = [] }: Pick<TurnInput, 'knowledge'>,
): ParsedMessages => {
  const answeredQuestions = new Set(knowledge.flatMap(({ question, said }) => (said === null ? [] : [question])))
  if (answeredQuestions.size === 0) return parsedMessages
  const lines = unmarkAnsweredQuestions(parsedMessages.lines, answeredQuestions)
  const remainingIntents = new Set(lines.flatMap(({ intents }) => [...intents]))
  // `parsedMessages.intents` also contains intents of no single sentence; those must stay.
  const removedIntents = new Set(
    parsedMessages.lines.flatMap(({ intents }) => [...intents]).filter((intent) => !remainingIntents.has(intent)),
  )
  return {
    ...parsedMessages,
    lines,
    intents: new Set([...parsedMessages.intents].filter((intent) => !removedIntents.has(intent))),
  }
}
