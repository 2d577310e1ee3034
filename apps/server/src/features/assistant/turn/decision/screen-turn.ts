import { STAGES } from '@prosa/contract/entities/conversations/conversation'
import { type PlaybookInput, summarizeGuardTurn } from '../../dialogue/answer-by-playbook.ts'
import type { DialogueMemory } from '../../dialogue/dialogue-memory.ts'
import { applyGuardRules } from '../../guard/before/apply-guard-rules.ts'
import { selectMostSevereReason } from '../../guard/before/reset-guard-state.ts'
import type { GuardContext, GuardResult } from '../../guard/verdict.ts'
import { createStoppedDraft, parseStage, type TurnDraft, type TurnInput } from '../../turn-input.ts'
import { isWithinOpeningHours } from '../../understanding/dates/opening-hours.ts'
import { detectOptIn } from '../../understanding/intents/lead-requests.ts'
import { type ParsedMessages, parseMessages } from '../../understanding/parse-messages.ts'
import type { ConversationMemory } from '../memory-format.ts'
import { addReceiptReply, removeReceipts } from './payment-receipts.ts'
import { parseMemory, type TurnDecision } from './turn-decision.ts'
import { answerUntranscribedOnly } from './unheard-audio.ts'

/** Parsed messages and the safety guard's result, with which both reply engines start. */
export interface ScreenedTurn extends PlaybookInput {
  /** Memory before this turn. */
  readonly previousMemory: ConversationMemory
  readonly guardContext: GuardContext
  readonly optOut: TurnDecision['optOut']
  /** Whether the messages contained a payment receipt. It was removed, so the reply engine does not receive it. */
  readonly hasReceipt: boolean
}

/**
 * Returns the change of the lead's opt-out: their words for a new opt-out, null if they want messages again, undefined if nothing changed.
 */
const getOptOutChange = (
  guardResult: GuardResult,
  previousMemory: ConversationMemory,
  parsedMessages: ParsedMessages,
): TurnDecision['optOut'] => {
  if (guardResult.guard.kind === 'stopped')
    return previousMemory.guard.kind === 'stopped' ? undefined : { words: parsedMessages.quote }
  return parsedMessages.lines.some(({ normalizedText }) => detectOptIn(normalizedText)) ? null : undefined
}

/** Parses the lead's messages and runs the safety guard. No reply engine receives messages without this step (GUARD-11). */
export const screenTurn = (input: TurnInput): ScreenedTurn => {
  const { agent, conversation, now, timeZone } = input
  const previousMemory = parseMemory(conversation.memory)
  const parsedMessages = parseMessages(input.newMessages)
  const guardContext: GuardContext = {
    now,
    hasUserAnswered: conversation.hasUserAnswered ?? false,
    isOpen: isWithinOpeningHours(agent.brief?.hours ?? null, now, timeZone),
    asksBeforeHandOver: agent.type === 'POS_VENDA' || agent.type === 'POST_SALE',
  }
  // An interrupted turn may not have sent its question, so the lead cannot have answered it.
  const dialogue = previousMemory.unsent.length > 0 ? { ...previousMemory.dialogue, pending: null } : previousMemory.dialogue
  const guardResult = applyGuardRules(parsedMessages, previousMemory, guardContext)
  const messagesWithoutReceipts = removeReceipts(input.newMessages)
  const screened = {
    input,
    parsedMessages,
    guardResult,
    memory: dialogue,
    previousMemory,
    guardContext,
    hasReceipt: messagesWithoutReceipts !== null,
  }
  // Danger and opt-outs are detected in the complete text, including sentences about the payment.
  if (!messagesWithoutReceipts || guardResult.verdict?.kind === 'answers')
    return { ...screened, optOut: getOptOutChange(guardResult, previousMemory, parsedMessages) }
  const inputWithoutReceipts = {
    input: { ...input, newMessages: messagesWithoutReceipts },
    parsedMessages: parseMessages(messagesWithoutReceipts),
  }
  const resultWithoutReceipts = applyGuardRules(inputWithoutReceipts.parsedMessages, previousMemory, guardContext)
  return {
    ...screened,
    ...inputWithoutReceipts,
    guardResult: resultWithoutReceipts,
    optOut: getOptOutChange(resultWithoutReceipts, previousMemory, inputWithoutReceipts.parsedMessages),
  }
}

/** Completes a reply engine's draft with the new memory. Keeps the most serious reason for attention that no user has handled. */
export const buildDecision = (
  screenedTurn: ScreenedTurn,
  { isReceipt, ...engineDraft }: TurnDraft,
  dialogue: DialogueMemory,
): TurnDecision => {
  const { guardResult, guardContext, optOut } = screenedTurn
  const draft = screenedTurn.hasReceipt || isReceipt ? addReceiptReply(engineDraft, guardResult.verdict) : engineDraft
  const { log, reason } = selectMostSevereReason(guardResult.log, draft.attention?.reason ?? null, guardContext)
  const unsent = [...draft.replies]
  return {
    ...draft,
    attention: reason === null ? null : { reason },
    optOut,
    memory: { format: 3, guard: guardResult.guard, log, dialogue, parts: unsent.length, unsent },
  }
}

/**
 * Returns the safety guard's decision if no reply engine must run, otherwise null. `engine`: the engine that would run; 'written' is the
 * playbook.
 */
export const getGuardDecision = (screenedTurn: ScreenedTurn, engine: 'written' | 'model'): TurnDecision | null => {
  const { input, guardResult } = screenedTurn
  const { verdict } = guardResult
  const untranscribedDraft = verdict ? null : answerUntranscribedOnly(screenedTurn)
  if (untranscribedDraft) return buildDecision(screenedTurn, untranscribedDraft, screenedTurn.memory)
  const isOnlyReceipt = screenedTurn.hasReceipt && !verdict && input.newMessages.length === 0
  if (isOnlyReceipt) return buildDecision(screenedTurn, createStoppedDraft(input, [], { reason: null }), screenedTurn.memory)
  const isFinal = verdict?.kind === 'answers' || (verdict?.kind === 'hands_over' && engine === 'model')
  if (!verdict || !isFinal) return null
  const { memory, summary, statusMessage } = summarizeGuardTurn(screenedTurn)
  const stage = parseStage(input.conversation.stage)
  const isSerious = verdict.kind === 'hands_over' || verdict.dropsPendingQuestion
  const draft: TurnDraft = {
    replies: verdict.reply.length > 0 ? [verdict.reply.join(' ')] : [],
    stage: isSerious && stage === 'conexao' ? (STAGES[1] ?? stage) : stage,
    // Empty for a model, so that its own summary stays.
    summary: engine === 'written' ? summary : '',
    statusMessage,
    leadPatch: {},
    attention: verdict.attentionReason === null ? null : { reason: verdict.attentionReason },
  }
  return buildDecision(screenedTurn, draft, memory)
}

/** Safety guard's result for an agent with a language model. `guardDecision`: final decision if the model must not run, otherwise null. */
export interface ModelScreening {
  readonly screened: ScreenedTurn
  readonly guardDecision: TurnDecision | null
}

export const screenForModel = (input: TurnInput): ModelScreening => {
  const screenedTurn = screenTurn(input)
  return { screened: screenedTurn, guardDecision: getGuardDecision(screenedTurn, 'model') }
}
