import type { LeadMessage } from '../decision.ts'
import type { Intent } from './intents.ts'
import { type Line, understand } from './understand.ts'

/** Intents whose answers may be in the knowledge base. */
const SIMPLE: readonly Intent[] = ['price', 'how', 'hours', 'address']
const MOST = 3

/** Returns true if a line asks something that the knowledge base may answer. */
const isAsked = ({ isQuestion, isNonsense, matters, intents }: Line): boolean =>
  !isNonsense && (isQuestion || matters.length > 0 || SIMPLE.some((intent) => intents.has(intent)))

/** Returns the lines of a lead's messages that are questions, as written. At most three. */
export const asked = (messages: readonly LeadMessage[]): string[] =>
  understand(messages)
    .lines.filter(isAsked)
    .map(({ raw }) => raw)
    .slice(0, MOST)

/** Marks answered lines as no longer questions. */
export const withoutAnswered = (lines: readonly Line[], answered: ReadonlySet<string>): Line[] =>
  lines.map((line) =>
    answered.has(line.raw) && isAsked(line)
      ? {
          ...line,
          isQuestion: false,
          matters: [],
          intents: new Set([...line.intents].filter((intent) => !SIMPLE.includes(intent))),
        }
      : line,
  )
