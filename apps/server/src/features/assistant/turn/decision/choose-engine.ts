import { toCivilDate } from '../../../../platform/dates/civil-date.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { createHaltedDraft, HAND_OVER_MESSAGE } from '../../guard/limits/daily-limits.ts'
import type { TurnDraft } from '../../turn-input.ts'
import type { LoadedAgentTurn } from '../loading/load-turn.ts'
import { countTurn, type UsageSubjects } from '../usage/daily-usage.ts'
import { createLimitHandOver, type LimitedTurn } from '../usage/monthly-limit.ts'
import { ParseTimeoutError, type TextReader } from '../worker-thread/text-reader.ts'
import { parseMemory, type TurnDecision } from './turn-decision.ts'

/** Engine that answers a turn. 'guard': no engine runs, and `decision` is the result. */
export type EngineChoice =
  | { readonly engine: 'model' | 'playbook' }
  | { readonly engine: 'guard'; readonly decision: TurnDecision }

/**
 * Chooses the reply engine and counts the turn. Checks the limits: endless conversation, monthly cost, then daily. Danger and opt-out
 * requests are answered even then, by the playbook. A check whose parsing times out is skipped.
 */
export async function chooseEngine(
  deps: Pick<Deps, 'db' | 'config' | 'log'> & { reader: TextReader },
  turn: LimitedTurn,
  usageSubjects: UsageSubjects,
): Promise<EngineChoice> {
  const { log, reader } = deps
  const { unanswered, engine } = turn
  // Without new messages, the turn completes an interrupted one that was already counted.
  if (unanswered.length === 0) return { engine }
  const runInTime = <T>(promise: Promise<T>, fallback: T): Promise<T> =>
    promise.catch((error: unknown) => {
      if (!(error instanceof ParseTimeoutError)) throw error
      log.error({ err: error }, 'the guard did not read a text in time')
      return fallback
    })
  const { conversation, now, pace } = turn
  const wasLeadInformed = wasLeadInformedToday(turn, usageSubjects)
  let draft =
    (await runInTime(reader.run('applyTurnLimit', { conversation, now }, pace), null)) ??
    createLimitHandOver(turn, wasLeadInformed)
  if (!draft) {
    const permission = await countTurn(deps, usageSubjects)
    if (permission.kind !== 'halted') return { engine: permission.kind === 'scripted' ? 'playbook' : engine }
    draft = createHaltedDraft(turn, permission.reachedLimit, { wasLeadInformed })
  }
  const guardScreening = await runInTime(reader.run('guard', { ...turn, newMessages: unanswered }), null)
  if (guardScreening?.screened.guardResult.overridesLimits) return { engine: 'playbook' }
  return { engine: 'guard', decision: decideWithoutEngine(turn, draft) }
}

/** Creates a decision without a reply engine. The memory stays unchanged, except that the replies are unsent. */
export function decideWithoutEngine({ conversation }: Pick<LoadedAgentTurn, 'conversation'>, draft: TurnDraft): TurnDecision {
  const unsent = [...draft.replies]
  return { ...draft, memory: { ...parseMemory(conversation.memory), parts: unsent.length, unsent } }
}

/** Returns true if the lead was already informed today that a person continues. */
const wasLeadInformedToday = ({ pace, timeZone }: LoadedAgentTurn, { day }: UsageSubjects): boolean =>
  pace.recentMessages.some(({ content, at }) => content === HAND_OVER_MESSAGE && toCivilDate(at, timeZone) === day)
