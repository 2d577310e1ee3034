import ANY from '../../dialogue/phrases/any.json' with { type: 'json' }
import { TURN_LIMIT_MESSAGE } from '../../guard/limits/turns-without-user.ts'
import type { GuardResult } from '../../guard/verdict.ts'
import { decideByModel, type ModelPorts } from '../../model/decide-by-model.ts'
import type { ModelTurn } from '../../model/history.ts'
import type { EngineResult, LeadMessage, TurnDraft, TurnInput } from '../../turn-input.ts'
import { buildDecision, type ModelScreening, type ScreenedTurn } from './screen-turn.ts'
import type { DecisionWithMeta, TurnDecision } from './turn-decision.ts'
import { getUnheardReplies } from './unheard-audio.ts'

const SENTENCE = /[^.!?…]+(?:[.!?…]+|$)\s*/gu

/** Removes the questions from a reply. */
const withoutQuestions = (reply: string): string =>
  [...reply.matchAll(SENTENCE)]
    .map(([sentence]) => sentence)
    .filter((sentence) => !/\?\s*$/u.test(sentence))
    .join('')
    .trim()

/**
 * Returns the model's replies that may follow the safety guard's reply. If the lead is not interested any more, one fixed sentence replaces
 * them, because a model could still try to sell.
 */
const filterModelReplies = (replies: readonly string[], { verdict, isAwaited }: GuardResult): readonly string[] => {
  const beside = verdict?.kind === 'goes_along' ? verdict : null
  if (beside?.status) return beside.said.length > 0 ? [] : ANY.refused.slice(0, 1)
  return isAwaited || beside?.asksNothing ? replies.map(withoutQuestions).filter((reply) => reply !== '') : replies
}

/** Prepends the safety guard's reply to the model's replies. Uses the guard's status and attention reason if it has any. */
const prependGuardReplies = (
  { screening, input }: Pick<ScreenedTurn, 'screening' | 'input'>,
  { draft, ...rest }: EngineResult,
): EngineResult => {
  const { verdict } = screening
  const said = verdict === null || verdict.kind === 'answers' ? [] : [verdict.said].flat()
  const beside = verdict?.kind === 'goes_along' ? verdict : null
  const lost = getUnheardReplies(input.newMessages, screening.isAwaited)
  const replies = [...filterModelReplies(draft.replies, screening), ...lost]
  const reason = verdict?.reason ?? draft.attention?.reason ?? null
  return {
    ...rest,
    draft: {
      ...draft,
      replies: said.length > 0 ? [said.join(' '), ...replies] : [...replies],
      statusMessage: beside?.status ?? draft.statusMessage,
      attention: reason === null ? null : { reason },
    },
  }
}

/** Sets the guard's state to waiting for a user if the model requested one, so that the rule-based engine also respects that later. */
const markAwaitingUser = (screened: ScreenedTurn, { attention }: TurnDraft): ScreenedTurn => {
  const { screening, input } = screened
  const isFree = screening.guard.kind === 'clear' || screening.guard.kind === 'asked_whether_to_stop'
  if (attention === null || !isFree) return screened
  const guard = { kind: 'awaiting_person', since: input.now.toISOString(), reason: attention.reason } as const
  return { ...screened, screening: { ...screening, guard, isAwaited: true } }
}

interface GuardedPorts extends ModelPorts {
  /** Runs the safety guard. Returns a final decision instead if parsing the text exceeded its time limit. */
  readonly guard: (input: TurnInput) => Promise<ModelScreening | TurnDecision>
}

/**
 * Decides a turn of an agent with a language model: runs the safety guard, then the model, and joins their replies.
 * @throws the abort reason if the signal is aborted
 */
export async function decideWithGuardedModel(
  turn: ModelTurn & { readonly newMessages: readonly LeadMessage[] },
  { guard, ...ports }: GuardedPorts,
): Promise<DecisionWithMeta> {
  const { history: _history, summary: _summary, model: _model, ...input } = turn
  const burst = await guard(input)
  if (!('screened' in burst)) return { decision: burst, meta: { engine: 'guard' } }
  if (burst.own) return { decision: burst.own, meta: { engine: 'guard' } }
  const drafted = await decideByModel(turn, ports)
  const screened = markAwaitingUser(burst.screened, drafted.draft)
  const { draft: left, meta, failure } = prependGuardReplies(screened, drafted)
  const wasOnlyAsked = left.replies.length === 0 && drafted.draft.replies.length > 0 && screened !== burst.screened
  const draft = wasOnlyAsked ? { ...left, replies: [TURN_LIMIT_MESSAGE] } : left
  // Keeps the rule-based engine's memory, so that this engine can continue if the model is switched off.
  const decision = buildDecision(screened, draft, { ...screened.memory, greeted: true, pending: null })
  return { decision, meta, ...(failure ? { failure } : {}) }
}
