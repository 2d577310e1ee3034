import { civilDateOf } from '../../../kernel/civil-date.ts'
import type { Deps } from '../../../kernel/deps.ts'
import type { Draft } from '../decision.ts'
import { A_PERSON_GOES_ON, haltedAt } from '../guard/ceilings.ts'
import { handedOver, type Limited } from './budget.ts'
import type { Loaded } from './load-turn.ts'
import { readMemory, type TurnDecision } from './memory.ts'
import { type Reader, TookTooLong } from './reader.ts'
import { countTurn, type UsedBy } from './usage.ts'

/** Engine that answers a turn. With 'guard' no engine runs, and `decision` is the result of the turn. */
export type EngineChoice =
  | { readonly engine: 'model' | 'playbook' }
  | { readonly engine: 'guard'; readonly decision: TurnDecision }

/**
 * Chooses the engine of a turn and counts the turn. Checks the guard's pace rules (in the reader's thread), the monthly limit, then the
 * daily limits. Reports of danger and opt-out requests are answered by the script even if the agent is halted. If a check of the text times
 * out, the turn continues without it.
 */
export async function chooseEngine(
  deps: Pick<Deps, 'db' | 'config' | 'log'> & { reader: Reader },
  turn: Limited,
  whose: UsedBy,
): Promise<EngineChoice> {
  const { log, reader } = deps
  const { unanswered, engine } = turn
  // The rest of a turn that a crash interrupted is already counted.
  if (unanswered.length === 0) return { engine }
  const inTime = <T>(work: Promise<T>, otherwise: T): Promise<T> =>
    work.catch((error: unknown) => {
      if (!(error instanceof TookTooLong)) throw error
      log.error({ err: error }, 'the guard did not read a text in time')
      return otherwise
    })
  const { conversation, now, pace } = turn
  const wasTold = wasToldToday(turn, whose)
  let draft = (await inTime(reader.run('brake', { conversation, now }, pace), null)) ?? handedOver(turn, wasTold)
  if (!draft) {
    const permission = await countTurn(deps, whose)
    if (permission.kind !== 'halted') return { engine: permission.kind === 'scripted' ? 'playbook' : engine }
    draft = haltedAt(turn, permission.reached, { wasTold })
  }
  const guarded = await inTime(reader.run('guard', { ...turn, newMessages: unanswered }), null)
  if (guarded?.screened.screening.outranksPace) return { engine: 'playbook' }
  return { engine: 'guard', decision: asItStands(turn, draft) }
}

/**
 * Returns the decision of a turn without an engine: the draft, with the conversation's memory unchanged except for the messages to send.
 */
export function asItStands({ conversation }: Pick<Loaded, 'conversation'>, draft: Draft): TurnDecision {
  const unsent = [...draft.replies]
  return { ...draft, memory: { ...readMemory(conversation.memory), parts: unsent.length, unsent } }
}

/** Whether the lead was told today that a person will continue. */
const wasToldToday = ({ pace, timeZone }: Loaded, { day }: UsedBy): boolean =>
  pace.passed.some(({ content, at }) => content === A_PERSON_GOES_ON && civilDateOf(at, timeZone) === day)
