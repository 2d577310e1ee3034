import { stopped, type TurnInput } from '../decision.ts'
import { write } from '../dialogue/write.ts'
import { answerOfGuard, screen, settle } from './guard-answer.ts'
import { withoutAsking } from './lost-sounds.ts'
import { readMemory, type TurnDecision } from './memory.ts'

/** Replies that a cut left unwritten, with everything else as it stands. */
export const resume = ({ conversation, now }: Pick<TurnInput, 'conversation' | 'now'>): TurnDecision => {
  const memory = readMemory(conversation.memory, now)
  return { ...stopped({ conversation }, memory.unsent, { reason: null }), basis: memory.basis, memory }
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
  const { draft, memory } = write(screened)
  return settle(screened, { ...draft, replies: withoutAsking(draft.replies, screened.screening) }, memory)
}
