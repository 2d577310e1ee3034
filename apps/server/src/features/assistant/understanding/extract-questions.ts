import type { LeadMessage } from '../turn-input.ts'
import type { Intent } from './intents/intents.ts'
import { type ParsedLine, parseMessages } from './parse-messages.ts'

/** Intents that the knowledge base may answer. */
const KNOWLEDGE_INTENTS: readonly Intent[] = ['price', 'how', 'hours', 'address']
const MAX_QUESTIONS = 3

/** Returns true if a sentence asks something that the knowledge base may answer. */
const isKnowledgeQuestion = ({ isQuestion, isNonsense, teamMatters, intents }: ParsedLine): boolean =>
  !isNonsense && (isQuestion || teamMatters.length > 0 || KNOWLEDGE_INTENTS.some((intent) => intents.has(intent)))

/** Returns up to three questions, word for word. */
export const extractQuestions = (messages: readonly LeadMessage[]): string[] =>
  parseMessages(messages)
    .lines.filter(isKnowledgeQuestion)
    .map(({ raw }) => raw)
    .slice(0, MAX_QUESTIONS)

/** Marks sentences whose text is in `answeredTexts` as no questions, because the knowledge base answered them. */
export const unmarkAnsweredQuestions = (lines: readonly ParsedLine[], answeredTexts: ReadonlySet<string>): ParsedLine[] =>
  lines.map((line) =>
    answeredTexts.has(line.raw) && isKnowledgeQuestion(line)
      ? {
          ...line,
          isQuestion: false,
          teamMatters: [],
          intents: new Set([...line.intents].filter((intent) => !KNOWLEDGE_INTENTS.includes(intent))),
        }
      : line,
  )
