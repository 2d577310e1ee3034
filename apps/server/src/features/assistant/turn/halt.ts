import type { Deps } from '../../../kernel/deps.ts'
import type { Draft } from '../decision.ts'
import { A_PERSON_GOES_ON, haltedAt } from '../guard/ceilings.ts'
import { handedOver, type Limited } from './budget.ts'
import type { Loaded } from './load-turn.ts'
import { readMemory, type TurnDecision } from './memory.ts'
import { type Reader, TookTooLong } from './reader.ts'
import { civilDateOf, countTurn, type UsedBy } from './usage.ts'

/** What a halted turn says and notes; null where the turn may go on. */
export type Halt = { readonly decision: TurnDecision; readonly isOutranked: boolean } | null

/**
 * Asks the guard's rules on pace, on the reader's thread, and then the ceilings of the day, which count the turn. Who is in danger, or
 * wants silence, is answered whatever halts the agent. A text that the rules cannot read in time is left to what reads it next.
 */
export async function halt(
  deps: Pick<Deps, 'db' | 'config' | 'log'> & { reader: Reader },
  turn: Limited,
  whose: UsedBy,
): Promise<Halt> {
  const { log, reader } = deps
  const { unanswered } = turn
  // What is left of a turn that a crash cut in two has been counted.
  if (unanswered.length === 0) return null
  const inTime = <T>(work: Promise<T>, otherwise: T): Promise<T> =>
    work.catch((error: unknown) => {
      if (!(error instanceof TookTooLong)) throw error
      log.error({ err: error }, 'the guard did not read a text in time')
      return otherwise
    })
  const { conversation, now, pace } = turn
  const draft =
    (await inTime(reader.run('brake', { conversation, now }, pace), null)) ??
    handedOver(turn, wasToldToday(turn, whose)) ??
    (await overCeiling(deps, turn, whose))
  if (!draft) return null
  const guarded = await inTime(reader.run('guard', { ...turn, newMessages: unanswered }), null)
  return { decision: asItStands(turn, draft), isOutranked: guarded?.screened.screening.outranksPace ?? false }
}

/** A turn that asked no engine: all that is remembered stays. */
export function asItStands({ conversation, now }: Pick<Loaded, 'conversation' | 'now'>, draft: Draft): TurnDecision {
  const unsent = [...draft.replies]
  return { ...draft, memory: { ...readMemory(conversation.memory, now), parts: unsent.length, unsent } }
}

async function overCeiling(deps: Pick<Deps, 'db' | 'config'>, turn: Loaded, whose: UsedBy): Promise<Draft | null> {
  const reached = await countTurn(deps, whose)
  if (!reached) return null
  return haltedAt(turn, reached, { wasTold: wasToldToday(turn, whose) })
}

/** The lead has heard today that a person goes on. */
const wasToldToday = ({ pace, timeZone }: Loaded, { day }: UsedBy): boolean =>
  pace.passed.some(({ content, at }) => content === A_PERSON_GOES_ON && civilDateOf(at, timeZone) === day)
