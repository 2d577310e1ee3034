import { STAGES } from '@prosa/contract/entities/conversation'
import { type Draft, readStage, stopped, type TurnInput } from '../decision.ts'
import type { DialogueMemory } from '../dialogue/memory.ts'
import { type Given, note } from '../dialogue/write.ts'
import { before } from '../guard/before.ts'
import { gravest } from '../guard/relief.ts'
import type { Moment, Screening } from '../guard/verdict.ts'
import { isOpen } from '../understanding/open-times.ts'
import { type Understood, understand } from '../understanding/understand.ts'
import { asksForMessagesIn } from '../understanding/wishes.ts'
import { onlyLostSounds } from './lost-sounds.ts'
import { readMemory, type TurnDecision } from './memory.ts'
import type { Memory } from './memory-format.ts'
import { withoutReceipts, withReceipt } from './receipts.ts'

/** Messages of a lead with the guard's result. Both engines start from it. */
export interface Screened extends Given {
  /** Memory before this turn. */
  readonly kept: Memory
  readonly moment: Moment
  readonly optOut: TurnDecision['optOut']
  /** True if the messages contained a payment receipt, which is hidden from the engine. */
  readonly isReceipt: boolean
}

/** Returns the lead's new request for no more messages, null if the lead asks for messages again, or undefined if nothing changed. */
const optOutOf = (screening: Screening, kept: Memory, understood: Understood): TurnDecision['optOut'] => {
  if (screening.guard.kind === 'stopped') return kept.guard.kind === 'stopped' ? undefined : { words: understood.quote }
  return understood.lines.some(({ folded }) => asksForMessagesIn(folded)) ? null : undefined
}

/** Parses the lead's messages and runs the guard. All text reaches either engine through this function (GUARD-11). */
export const screen = (input: TurnInput): Screened => {
  const { agent, conversation, now, timeZone } = input
  const kept = readMemory(conversation.memory)
  const understood = understand(input.newMessages)
  const moment: Moment = {
    now,
    personAnswered: conversation.personAnswered ?? false,
    isOpen: isOpen(agent.brief?.hours ?? null, now, timeZone),
    cares: agent.type === 'POS_VENDA' || agent.type === 'POST_SALE',
  }
  // An interrupted turn did not send its question, so no answer to it is expected.
  const dialogue = kept.unsent.length > 0 ? { ...kept.dialogue, pending: null } : kept.dialogue
  const screening = before(understood, kept, moment)
  const rest = withoutReceipts(input.newMessages)
  const all = { input, understood, screening, memory: dialogue, kept, moment, isReceipt: rest !== null }
  // Danger and requests for no more messages are detected in the whole text, including words about the payment.
  if (!rest || screening.verdict?.kind === 'answers') return { ...all, optOut: optOutOf(screening, kept, understood) }
  const without = { input: { ...input, newMessages: rest }, understood: understand(rest) }
  const left = before(without.understood, kept, moment)
  return { ...all, ...without, screening: left, optOut: optOutOf(left, kept, without.understood) }
}

/** Combines an engine's draft with the new memory. The team keeps seeing the most serious reason for attention. */
export const settle = (screened: Screened, { isReceipt, ...given }: Draft, dialogue: DialogueMemory): TurnDecision => {
  const { screening, moment, optOut } = screened
  const draft = screened.isReceipt || isReceipt ? withReceipt(given, screening.verdict) : given
  const { log, reason } = gravest(screening.log, draft.attention?.reason ?? null, moment)
  const unsent = [...draft.replies]
  return {
    ...draft,
    attention: reason === null ? null : { reason },
    optOut,
    memory: { format: 3, guard: screening.guard, log, dialogue, parts: unsent.length, unsent },
  }
}

/** Returns the guard's own decision if no engine is to run, otherwise null. */
export const answerOfGuard = (screened: Screened, engine: 'written' | 'model'): TurnDecision | null => {
  const { input, screening } = screened
  const { verdict } = screening
  const lost = verdict ? null : onlyLostSounds(screened)
  if (lost) return settle(screened, lost, screened.memory)
  const isOnlyReceipt = screened.isReceipt && !verdict && input.newMessages.length === 0
  if (isOnlyReceipt) return settle(screened, stopped(input, [], { reason: null }), screened.memory)
  const isWhole = verdict?.kind === 'answers' || (verdict?.kind === 'hands_over' && engine === 'model')
  if (!verdict || !isWhole) return null
  const { memory, summary, statusMessage } = note(screened)
  const stage = readStage(input.conversation.stage)
  const isSerious = verdict.kind === 'hands_over' || verdict.drops
  const draft: Draft = {
    replies: verdict.said.length > 0 ? [verdict.said.join(' ')] : [],
    stage: isSerious && stage === 'conexao' ? (STAGES[1] ?? stage) : stage,
    // With a model, the summary is the model's.
    summary: engine === 'written' ? summary : '',
    statusMessage,
    leadPatch: {},
    attention: verdict.reason === null ? null : { reason: verdict.reason },
  }
  return settle(screened, draft, memory)
}

/** Result of the guard for an agent with a model. `own`: the guard's decision if the model is not to run, otherwise null. */
export interface GuardedBurst {
  readonly screened: Screened
  readonly own: TurnDecision | null
}

export const guarded = (input: TurnInput): GuardedBurst => {
  const screened = screen(input)
  return { screened, own: answerOfGuard(screened, 'model') }
}
