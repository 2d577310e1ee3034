import type { LeadMessage } from '../decision.ts'
import type { Intent } from './intents.ts'
import { type Line, understand } from './understand.ts'

/** What is asked so may stand in what the organisation knows. */
const SIMPLE: readonly Intent[] = ['price', 'how', 'hours', 'address']
const MOST = 3

/** True for what may be answered by somebody who knows the organisation. */
const isAsked = ({ isQuestion, isNonsense, matters, intents }: Line): boolean =>
  !isNonsense && (isQuestion || matters.length > 0 || SIMPLE.some((intent) => intents.has(intent)))

/** The lines of a burst that ask something, as they were written. */
export const asked = (messages: readonly LeadMessage[]): string[] =>
  understand(messages)
    .lines.filter(isAsked)
    .map(({ raw }) => raw)
    .slice(0, MOST)

/** Lines without what is answered in another way: no question is left of them. */
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
