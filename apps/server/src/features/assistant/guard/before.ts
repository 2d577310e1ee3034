import type { GuardMemory } from '../../../kernel/guard-memory.ts'
import type { Understood } from '../understanding/understand.ts'
import type { GuardLog } from './log.ts'
import { relieve } from './relief.ts'
import { asksWhetherToStop, caresBeside, handsOver, inDanger, staysSilent, stillInDanger, wantsToStop } from './rules.ts'
import { strays } from './stray.ts'
import type { Moment, Screen, Screening, Verdict } from './verdict.ts'

type Rule = (screen: Screen) => Verdict | null
/**
 * Rules in the order of docs/sale/2-agents.md, section 2: the first one that applies decides. The limits on pace and cost stand between the
 * two lists.
 */
const ABOVE_PACE: readonly Rule[] = [inDanger, staysSilent, wantsToStop, stillInDanger, handsOver, asksWhetherToStop]
const BELOW_PACE: readonly Rule[] = [strays, caresBeside]

const first = (rules: readonly Rule[], screen: Screen) =>
  rules.reduce<Verdict | null>((found, rule) => found ?? rule(screen), null)

/**
 * Decides what to do with a lead's messages before an engine runs. A pure function.
 * @returns the verdict, or null if the engine answers alone, and the guard's new memory
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
  // A pause by the limits on pace also calls a user, so it may replace an ordinary handover, but not one for a data request or a water
  // leak.
  const outranksPace = above !== null && (above.kind !== 'hands_over' || above.rule === 'privacy' || above.rule === 'leak')
  return { verdict, guard: screen.guard, log: screen.log, isAwaited, isRelieved, outranksPace }
}
