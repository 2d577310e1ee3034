import { STAGES } from '@prosa/contract/entities/conversations/conversation'
import { type PlaybookInput, summarizeGuardTurn } from '../../dialogue/answer-by-playbook.ts'
import type { DialogueMemory } from '../../dialogue/dialogue-memory.ts'
import { applyGuardRules } from '../../guard/before/apply-guard-rules.ts'
import { selectGravestReason } from '../../guard/before/reset-guard-state.ts'
import type { GuardContext, GuardResult } from '../../guard/verdict.ts'
import { createStoppedDraft, parseStage, type TurnDraft, type TurnInput } from '../../turn-input.ts'
import { isWithinOpeningHours } from '../../understanding/dates/opening-hours.ts'
import { detectOptIn } from '../../understanding/intents/lead-requests.ts'
import { type ParsedMessages, parseMessages } from '../../understanding/parse-messages.ts'
import type { ConversationMemory } from '../memory-format.ts'
import { addReceiptReply, removeReceipts } from './payment-receipts.ts'
import { parseMemory, type TurnDecision } from './turn-decision.ts'
import { answerUnheardOnly } from './unheard-audio.ts'

/** Parsed messages of the lead with the result of the safety guard. Both reply engines start from it. */
export interface ScreenedTurn extends PlaybookInput {
  /** The conversation's memory before this turn. */
  readonly kept: ConversationMemory
  readonly moment: GuardContext
  readonly optOut: TurnDecision['optOut']
  /** Whether the messages contained a payment receipt. The receipt was removed, so the reply engine does not receive it. */
  readonly isReceipt: boolean
}

/**
 * Returns the change of the lead's opt-out: the lead's words if they newly opt out of messages, null if they ask for messages again,
 * undefined if nothing changed.
 */
const getOptOutChange = (
  screening: GuardResult,
  kept: ConversationMemory,
  understood: ParsedMessages,
): TurnDecision['optOut'] => {
  if (screening.guard.kind === 'stopped') return kept.guard.kind === 'stopped' ? undefined : { words: understood.quote }
  return understood.lines.some(({ folded }) => detectOptIn(folded)) ? null : undefined
}

/**
 * Parses the lead's messages and runs the safety guard. Every message passes this function before a reply engine receives it (GUARD-11).
 */
export const screenTurn = (input: TurnInput): ScreenedTurn => {
  const { agent, conversation, now, timeZone } = input
  const kept = parseMemory(conversation.memory)
  const understood = parseMessages(input.newMessages)
  const moment: GuardContext = {
    now,
    personAnswered: conversation.personAnswered ?? false,
    isOpen: isWithinOpeningHours(agent.brief?.hours ?? null, now, timeZone),
    cares: agent.type === 'POS_VENDA' || agent.type === 'POST_SALE',
  }
  // An interrupted turn did not send its question, so the lead cannot have answered it.
  const dialogue = kept.unsent.length > 0 ? { ...kept.dialogue, pending: null } : kept.dialogue
  const screening = applyGuardRules(understood, kept, moment)
  const rest = removeReceipts(input.newMessages)
  const all = { input, understood, screening, memory: dialogue, kept, moment, isReceipt: rest !== null }
  // Danger and opt-out requests are detected in the whole text, including sentences about the payment.
  if (!rest || screening.verdict?.kind === 'answers') return { ...all, optOut: getOptOutChange(screening, kept, understood) }
  const without = { input: { ...input, newMessages: rest }, understood: parseMessages(rest) }
  const left = applyGuardRules(without.understood, kept, moment)
  return { ...all, ...without, screening: left, optOut: getOptOutChange(left, kept, without.understood) }
}

/**
 * Combines the draft of a reply engine with the new memory to a decision. Keeps the most serious reason for attention that no user has
 * handled.
 */
export const buildDecision = (
  screened: ScreenedTurn,
  { isReceipt, ...given }: TurnDraft,
  dialogue: DialogueMemory,
): TurnDecision => {
  const { screening, moment, optOut } = screened
  const draft = screened.isReceipt || isReceipt ? addReceiptReply(given, screening.verdict) : given
  const { log, reason } = selectGravestReason(screening.log, draft.attention?.reason ?? null, moment)
  const unsent = [...draft.replies]
  return {
    ...draft,
    attention: reason === null ? null : { reason },
    optOut,
    memory: { format: 3, guard: screening.guard, log, dialogue, parts: unsent.length, unsent },
  }
}

/**
 * Returns the decision of the safety guard if no reply engine must run, otherwise null. `engine`: the engine that would run ('written': the
 * rule-based one).
 */
export const getGuardDecision = (screened: ScreenedTurn, engine: 'written' | 'model'): TurnDecision | null => {
  const { input, screening } = screened
  const { verdict } = screening
  const lost = verdict ? null : answerUnheardOnly(screened)
  if (lost) return buildDecision(screened, lost, screened.memory)
  const isOnlyReceipt = screened.isReceipt && !verdict && input.newMessages.length === 0
  if (isOnlyReceipt) return buildDecision(screened, createStoppedDraft(input, [], { reason: null }), screened.memory)
  const isWhole = verdict?.kind === 'answers' || (verdict?.kind === 'hands_over' && engine === 'model')
  if (!verdict || !isWhole) return null
  const { memory, summary, statusMessage } = summarizeGuardTurn(screened)
  const stage = parseStage(input.conversation.stage)
  const isSerious = verdict.kind === 'hands_over' || verdict.drops
  const draft: TurnDraft = {
    replies: verdict.said.length > 0 ? [verdict.said.join(' ')] : [],
    stage: isSerious && stage === 'conexao' ? (STAGES[1] ?? stage) : stage,
    // With a language model, the summary that the model wrote stays.
    summary: engine === 'written' ? summary : '',
    statusMessage,
    leadPatch: {},
    attention: verdict.reason === null ? null : { reason: verdict.reason },
  }
  return buildDecision(screened, draft, memory)
}

/** Result of the safety guard for an agent with a language model. `own`: the guard's decision if the model must not run, otherwise null. */
export interface ModelScreening {
  readonly screened: ScreenedTurn
  readonly own: TurnDecision | null
}

export const screenForModel = (input: TurnInput): ModelScreening => {
  const screened = screenTurn(input)
  return { screened, own: getGuardDecision(screened, 'model') }
}
