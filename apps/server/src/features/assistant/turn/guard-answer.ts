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

/** A burst that the guard has gone over: what both engines begin with. */
export interface Screened extends Given {
  /** What was kept, as it was before this turn. */
  readonly kept: Memory
  readonly moment: Moment
  readonly optOut: TurnDecision['optOut']
  /** True: there was a receipt in it, which the engine does not get to answer. */
  readonly isReceipt: boolean
}

/** A wish for silence that was not there before, or its end. */
const optOutOf = (screening: Screening, kept: Memory, understood: Understood): TurnDecision['optOut'] => {
  if (screening.guard.kind === 'stopped') return kept.guard.kind === 'stopped' ? undefined : { words: understood.quote }
  return understood.lines.some(({ folded }) => asksForMessagesIn(folded)) ? null : undefined
}

/** Reads a burst and asks the guard: the one way from a lead's text to either engine (GUARD-11). */
export const screen = (input: TurnInput): Screened => {
  const { agent, conversation, now, timeZone } = input
  const kept = readMemory(conversation.memory, now)
  const understood = understand(input.newMessages)
  const moment: Moment = {
    now,
    personAnswered: conversation.personAnswered ?? false,
    isOpen: isOpen(agent.brief?.hours ?? null, now, timeZone),
    cares: agent.type === 'POS_VENDA' || agent.type === 'POST_SALE',
  }
  // A turn that was cut never asked its question.
  const dialogue = kept.unsent.length > 0 ? { ...kept.dialogue, pending: null } : kept.dialogue
  const screening = before(understood, kept, moment)
  const rest = withoutReceipts(input.newMessages)
  const all = { input, understood, screening, memory: dialogue, kept, moment, isReceipt: rest !== null }
  // Danger, and a wish for silence, are read in all of it.
  if (!rest || screening.verdict?.kind === 'answers') return { ...all, optOut: optOutOf(screening, kept, understood) }
  const without = { input: { ...input, newMessages: rest }, understood: understand(rest) }
  const left = before(without.understood, kept, moment)
  return { ...all, ...without, screening: left, optOut: optOutOf(left, kept, without.understood) }
}

/** What the engine drafted, with all that is remembered of it; the gravest reason for the team stays in sight. */
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

/** What the guard answers by itself, whichever engine the agent has; null where an engine is asked. */
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
    // A model keeps its own summary of the talk.
    summary: engine === 'written' ? summary : '',
    statusMessage,
    leadPatch: {},
    attention: verdict.reason === null ? null : { reason: verdict.reason },
  }
  return settle(screened, draft, memory)
}

/** A burst as an agent on a model begins with it, and what the guard answers in the model's place. */
export interface GuardedBurst {
  readonly screened: Screened
  readonly own: TurnDecision | null
}

export const guarded = (input: TurnInput): GuardedBurst => {
  const screened = screen(input)
  return { screened, own: answerOfGuard(screened, 'model') }
}
