import type { LeadMessage, TurnInput } from '../decision.ts'
import type { GuardedBurst } from '../turn/guard-answer.ts'
import type { TurnDecision } from '../turn/memory.ts'
import { asked as askedAsEver, decide as decideAsEver, guard as guardAsEver } from '../turn/reader-worker.ts'

/** A reader's worker with a pattern that backtracks for ever over the words 'tudo tudo tudo … x'. */
const read = (messages: readonly LeadMessage[]): readonly LeadMessage[] =>
  messages.some(({ content }) => /^((tudo|tudo)( |$))+$/.test(content)) ? [] : messages
const getStuck = (input: TurnInput): TurnInput => ({ ...input, newMessages: read(input.newMessages) })

export const decide = (input: TurnInput): TurnDecision => decideAsEver(getStuck(input))
export const guard = (input: TurnInput): GuardedBurst => guardAsEver(getStuck(input))
export const asked = (messages: readonly LeadMessage[]): string[] => askedAsEver(read(messages))
