import { STAGES } from '@prosa/contract/entities/conversation'
import { type Draft, readStage, type TurnInput } from '../decision.ts'
import { note } from '../dialogue/write.ts'
import type { TurnDecision } from './memory.ts'
import { type Screened, screen, settle } from './screened.ts'

/** What the guard answers by itself, whichever engine the agent has; null where an engine is asked. */
export const answerOfGuard = (screened: Screened, engine: 'written' | 'model'): TurnDecision | null => {
  const { input, screening, understood, kept } = screened
  const { verdict } = screening
  const isWhole = verdict?.kind === 'answers' || (verdict?.kind === 'hands_over' && engine === 'model')
  if (!verdict || !isWhole) return null
  const { memory, summary, statusMessage } = note({ input, understood, screening, memory: kept.dialogue })
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
