import type { TurnInput } from '../decision.ts'
import type { GuardedBurst } from '../turn/guard-answer.ts'
import type { TurnDecision } from '../turn/memory.ts'
import { decide as decideAsEver, guard as guardAsEver } from '../turn/reader-worker.ts'

/** A reader's worker with a pattern that backtracks for ever over the words 'tudo tudo tudo … x'. */
const getStuck = (input: TurnInput): TurnInput => {
  const stuck = input.newMessages.some(({ content }) => /^((tudo|tudo)( |$))+$/.test(content))
  return stuck ? { ...input, newMessages: [] } : input
}

export const decide = (input: TurnInput): TurnDecision => decideAsEver(getStuck(input))
export const guard = (input: TurnInput): GuardedBurst => guardAsEver(getStuck(input))
