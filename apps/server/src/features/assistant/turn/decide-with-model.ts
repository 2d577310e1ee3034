import type { Draft, Drafted, LeadMessage, TurnInput } from '../decision.ts'
import ANY from '../dialogue/phrases/any.json' with { type: 'json' }
import { CALLS_A_PERSON } from '../guard/turns-alone.ts'
import type { Screening } from '../guard/verdict.ts'
import type { ModelTurn } from '../model/history.ts'
import { decideByModel, type ModelPorts } from '../model/model-turn.ts'
import { type GuardedBurst, type Screened, settle } from './guard-answer.ts'
import { lostWords } from './lost-sounds.ts'
import type { Decided, TurnDecision } from './memory.ts'

const SENTENCE = /[^.!?…]+(?:[.!?…]+|$)\s*/gu

/** Removes the questions from a reply. */
const withoutQuestions = (reply: string): string =>
  [...reply.matchAll(SENTENCE)]
    .map(([sentence]) => sentence)
    .filter((sentence) => !/\?\s*$/u.test(sentence))
    .join('')
    .trim()

/**
 * Returns the model's replies that may follow the guard's. A lead who wants nothing more gets one fixed sentence, because a model could
 * still try to sell.
 */
const restOf = (replies: readonly string[], { verdict, isAwaited }: Screening): readonly string[] => {
  const beside = verdict?.kind === 'goes_along' ? verdict : null
  if (beside?.status) return beside.said.length > 0 ? [] : ANY.refused.slice(0, 1)
  return isAwaited || beside?.asksNothing ? replies.map(withoutQuestions).filter((reply) => reply !== '') : replies
}

/** Puts the guard's replies to the same messages before the model's. */
const behind = ({ screening, input }: Pick<Screened, 'screening' | 'input'>, { draft, ...rest }: Drafted): Drafted => {
  const { verdict } = screening
  const said = verdict === null || verdict.kind === 'answers' ? [] : [verdict.said].flat()
  const beside = verdict?.kind === 'goes_along' ? verdict : null
  const lost = lostWords(input.newMessages, screening.isAwaited)
  const replies = [...restOf(draft.replies, screening), ...lost]
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

/** Marks the conversation as waiting for a user if the model called one, so that the rule-based engine respects it too. */
const awaiting = (screened: Screened, { attention }: Draft): Screened => {
  const { screening, input } = screened
  const isFree = screening.guard.kind === 'clear' || screening.guard.kind === 'asked_whether_to_stop'
  if (attention === null || !isFree) return screened
  const guard = { kind: 'awaiting_person', since: input.now.toISOString(), reason: attention.reason } as const
  return { ...screened, screening: { ...screening, guard, isAwaited: true } }
}

interface GuardedPorts extends ModelPorts {
  /** Runs the guard. Returns a decision instead if the text could not be parsed in time. */
  readonly guard: (input: TurnInput) => Promise<GuardedBurst | TurnDecision>
}

/**
 * Decides a turn of an agent with a model: runs the guard, then the model, and joins their replies.
 * @throws the signal's reason if it is aborted
 */
export async function decideWithModel(
  turn: ModelTurn & { readonly newMessages: readonly LeadMessage[] },
  { guard, ...ports }: GuardedPorts,
): Promise<Decided> {
  const { history: _history, summary: _summary, model: _model, ...input } = turn
  const burst = await guard(input)
  if (!('screened' in burst)) return { decision: burst, meta: { engine: 'guard' } }
  if (burst.own) return { decision: burst.own, meta: { engine: 'guard' } }
  const drafted = await decideByModel(turn, ports)
  const screened = awaiting(burst.screened, drafted.draft)
  const { draft: left, meta, failure } = behind(screened, drafted)
  const wasOnlyAsked = left.replies.length === 0 && drafted.draft.replies.length > 0 && screened !== burst.screened
  const draft = wasOnlyAsked ? { ...left, replies: [CALLS_A_PERSON] } : left
  // Keeps the rule-based engine's memory, so that it can continue if the model is switched off.
  const decision = settle(screened, draft, { ...screened.memory, greeted: true, pending: null })
  return { decision, meta, ...(failure ? { failure } : {}) }
}
