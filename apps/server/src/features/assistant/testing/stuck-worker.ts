import type { LeadMessage, TurnInput } from '../decision.ts'
import type { GuardedBurst } from '../turn/guard-answer.ts'
import type { TurnDecision } from '../turn/memory.ts'
import { asked as askedAsEver, decide as decideAsEver, guard as guardAsEver } from '../turn/reader-worker.ts'

/** A text at which the thread gets no CPU time for longer than its deadline, as on a busy machine. */
export const STARVED = 'ninguém me dá vez'
const starve = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)

/** Runs a pattern that backtracks endlessly on 'tudo tudo tudo … x'. */
const read = (messages: readonly LeadMessage[]): readonly LeadMessage[] =>
  messages.some(({ content }) => /^((tudo|tudo)( |$))+$/.test(content)) ? [] : messages
const getStuck = (input: TurnInput): TurnInput => ({ ...input, newMessages: read(input.newMessages) })

export const decide = (input: TurnInput): TurnDecision => decideAsEver(getStuck(input))
export const guard = (input: TurnInput): GuardedBurst => guardAsEver(getStuck(input))
export const asked = (messages: readonly LeadMessage[]): string[] => {
  if (messages.some(({ content }) => content === STARVED)) starve()
  return askedAsEver(read(messages))
}
