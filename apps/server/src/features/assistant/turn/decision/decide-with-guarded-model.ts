import ANY from '../../dialogue/phrases/any.json' with { type: 'json' }
import { TURN_LIMIT_MESSAGE } from '../../guard/limits/turns-without-user.ts'
import type { GuardResult } from '../../guard/verdict.ts'
import { decideByModel, type ModelPorts } from '../../model/decide-by-model.ts'
import type { ModelTurn } from '../../model/history.ts'
import type { EngineResult, LeadMessage, TurnDraft, TurnInput } from '../../turn-input.ts'
import { buildDecision, type ModelScreening, type ScreenedTurn } from './screen-turn.ts'
import type { DecisionWithMeta, TurnDecision } from './turn-decision.ts'
import { getUntranscribedReplies } from './unheard-audio.ts'

const SENTENCE = /[^.!?…]+(?:[.!?…]+|$)\s*/gu

const withoutQuestions = (reply: string): string =>
  [...reply.matchAll(SENTENCE)]
    .map(([sentence]) => sentence)
    .filter((sentence) => !/\?\s*$/u.test(sentence))
    .join('')
    .trim()

/**
 * Returns the model's replies that may follow the guard's reply. After a refusal, a fixed sentence replaces them, because a model could
 * still try to sell.
 */
const filterModelReplies = (replies: readonly string[], { verdict, isWaitingForUser }: GuardResult): readonly string[] => {
  const additionalVerdict = verdict?.kind === 'goes_along' ? verdict : null
  if (additionalVerdict?.status) return additionalVerdict.reply.length > 0 ? [] : ANY.refused.slice(0, 1)
  return isWaitingForUser || additionalVerdict?.shouldOmitQuestion
    ? replies.map(withoutQuestions).filter((reply) => reply !== '')
    : replies
}

/** Prepends the guard's reply to the model's. The guard's status and reason for attention take precedence. */
const prependGuardReplies = (
  { guardResult, input }: Pick<ScreenedTurn, 'guardResult' | 'input'>,
  { draft, ...rest }: EngineResult,
): EngineResult => {
  const { verdict } = guardResult
  const guardReplies = verdict === null || verdict.kind === 'answers' ? [] : [verdict.reply].flat()
  const additionalVerdict = verdict?.kind === 'goes_along' ? verdict : null
  const untranscribedReplies = getUntranscribedReplies(input.newMessages, guardResult.isWaitingForUser)
  const replies = [...filterModelReplies(draft.replies, guardResult), ...untranscribedReplies]
  const reason = verdict?.attentionReason ?? draft.attention?.reason ?? null
  return {
    ...rest,
    draft: {
      ...draft,
      replies: guardReplies.length > 0 ? [guardReplies.join(' '), ...replies] : [...replies],
      statusMessage: additionalVerdict?.status ?? draft.statusMessage,
      attention: reason === null ? null : { reason },
    },
  }
}

/**
 * Marks the lead as waiting if the model requested a user of the team. The playbook engine needs that state if the model is switched off.
 */
const markAwaitingUser = (screenedTurn: ScreenedTurn, { attention }: TurnDraft): ScreenedTurn => {
  const { guardResult, input } = screenedTurn
  const isFree = guardResult.guard.kind === 'clear' || guardResult.guard.kind === 'asked_whether_to_stop'
  if (attention === null || !isFree) return screenedTurn
  const guard = { kind: 'awaiting_person', since: input.now.toISOString(), reason: attention.reason } as const
  return { ...screenedTurn, guardResult: { ...guardResult, guard, isWaitingForUser: true } }
}

interface GuardedPorts extends ModelPorts {
  /** Runs the safety guard. Returns a final decision if parsing exceeded its time limit. */
  readonly guard: (input: TurnInput) => Promise<ModelScreening | TurnDecision>
}

/**
 * Decides a turn with the safety guard and a language model, and joins their replies.
 * @throws the abort reason if the signal is aborted
 */
export async function decideWithGuardedModel(
  turn: ModelTurn & { readonly newMessages: readonly LeadMessage[] },
  { guard, ...ports }: GuardedPorts,
): Promise<DecisionWithMeta> {
  const { history: _history, summary: _summary, model: _model, ...input } = turn
  const screeningResult = await guard(input)
  if (!('screened' in screeningResult)) return { decision: screeningResult, meta: { engine: 'guard' } }
  if (screeningResult.guardDecision) return { decision: screeningResult.guardDecision, meta: { engine: 'guard' } }
  const engineResult = await decideByModel(turn, ports)
  const screenedTurn = markAwaitingUser(screeningResult.screened, engineResult.draft)
  const { draft: guardedDraft, meta, failure } = prependGuardReplies(screenedTurn, engineResult)
  const hasNoReplyLeft =
    guardedDraft.replies.length === 0 && engineResult.draft.replies.length > 0 && screenedTurn !== screeningResult.screened
  const draft = hasNoReplyLeft ? { ...guardedDraft, replies: [TURN_LIMIT_MESSAGE] } : guardedDraft
  // Keeps the playbook engine's memory, so that it can continue if the model is switched off.
  const decision = buildDecision(screenedTurn, draft, { ...screenedTurn.memory, greeted: true, pending: null })
  return { decision, meta, ...(failure ? { failure } : {}) }
}
