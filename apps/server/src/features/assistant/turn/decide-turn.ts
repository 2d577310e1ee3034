import { readStage, type TurnInput } from '../decision.ts'
import { write } from '../dialogue/write.ts'
import { answerOfGuard } from './guard-answer.ts'
import { readMemory, type TurnDecision } from './memory.ts'
import { screen, settle } from './screened.ts'

/** Replies that a cut left unwritten, with everything else as it stands. */
export const resume = ({ conversation, now }: Pick<TurnInput, 'conversation' | 'now'>): TurnDecision => {
  const memory = readMemory(conversation.memory, now)
  return {
    replies: memory.unsent,
    stage: readStage(conversation.stage),
    summary: '',
    statusMessage: '',
    leadPatch: {},
    attention: null,
    memory,
  }
}

/**
 * What an agent without a model answers to a burst, and everything that is noted with it.
 * Pure: the same input decides the same, and nothing but the input is known to it.
 */
export const decideTurn = (input: TurnInput): TurnDecision => {
  if (input.newMessages.length === 0) return resume(input)
  const screened = screen(input)
  const own = answerOfGuard(screened, 'written')
  if (own) return own
  const { understood, screening, kept } = screened
  const { draft, memory } = write({ input, understood, screening, memory: kept.dialogue })
  return settle(screened, draft, memory)
}
