import type { GuardMemory } from '../../../kernel/guard-memory.ts'
import type { Understood } from '../understanding/understand.ts'
import type { GuardLog } from './log.ts'
import { relieve } from './relief.ts'
import { asksWhetherToStop, caresBeside, handsOver, inDanger, staysSilent, stillInDanger, wantsToStop } from './rules.ts'
import { strays } from './stray.ts'
import type { Moment, Screen, Screening, Verdict } from './verdict.ts'

/** In the order of spec/sale/2-agents, section 2: the first that finds something decides. */
const RULES: ReadonlyArray<(screen: Screen) => Verdict | null> = [
  inDanger,
  staysSilent,
  wantsToStop,
  stillInDanger,
  handsOver,
  asksWhetherToStop,
  strays,
  caresBeside,
]

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
  let verdict: Verdict | null = null
  for (const rule of RULES) {
    verdict = rule(screen)
    if (verdict) break
  }
  return { verdict, guard: screen.guard, log: screen.log, isAwaited, isRelieved }
}
