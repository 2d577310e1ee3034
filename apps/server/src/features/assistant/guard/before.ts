import type { GuardMemory } from '../../../kernel/guard-memory.ts'
import type { Understood } from '../understanding/understand.ts'
import type { GuardLog } from './log.ts'
import { relieve } from './relief.ts'
import { asksWhetherToStop, caresBeside, handsOver, inDanger, staysSilent, stillInDanger, wantsToStop } from './rules.ts'
import { strays } from './stray.ts'
import type { Moment, Screen, Screening, Verdict } from './verdict.ts'

type Rule = (screen: Screen) => Verdict | null
/** In the order of docs/sale/2-agents.md, section 2: the first that finds something decides. Pace and ceilings stand between the two. */
const ABOVE_PACE: readonly Rule[] = [inDanger, staysSilent, wantsToStop, stillInDanger, handsOver, asksWhetherToStop]
const BELOW_PACE: readonly Rule[] = [strays, caresBeside]

const first = (rules: readonly Rule[], screen: Screen) =>
  rules.reduce<Verdict | null>((found, rule) => found ?? rule(screen), null)

/**
 * What is done to a burst before either engine is asked. Pure: the same words, memory and moment decide the same.
 * @returns the verdict, null where the engine answers alone, and what the guard remembers from here on
 */
export const before = (
  understood: Understood,
  { guard, log }: { readonly guard: GuardMemory; readonly log: GuardLog },
  moment: Moment,
): Screening => {
  const screen: Screen = { understood, moment, guard, log, calmed: null }
  const isRelieved = relieve(screen)
  const isAwaited = screen.guard.kind === 'awaiting_person'
  const above = first(ABOVE_PACE, screen)
  const verdict = above ?? first(BELOW_PACE, screen)
  // Whatever halts an agent calls a person too; a right to one's data, and water in the house, are more than that.
  const outranksPace = above !== null && (above.kind !== 'hands_over' || above.rule === 'privacy' || above.rule === 'leak')
  return { verdict, guard: screen.guard, log: screen.log, isAwaited, isRelieved, outranksPace }
}
