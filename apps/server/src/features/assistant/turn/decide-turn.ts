import { stopped, type TurnInput } from '../decision.ts'
import { write } from '../dialogue/write.ts'
import { answerOfGuard, screen, settle } from './guard-answer.ts'
import { withoutAsking } from './lost-sounds.ts'
import { readMemory, type TurnDecision } from './memory.ts'

/** Returns a decision with the replies that an interrupted turn did not send. Changes nothing else. */
export const resume = ({ conversation }: Pick<TurnInput, 'conversation'>): TurnDecision => {
  const memory = readMemory(conversation.memory)
  return { ...stopped({ conversation }, memory.unsent, { reason: null }), basis: memory.basis, memory }
}

/** Decides a turn of an agent without a model. A pure function of its input. */
export const decideTurn = (input: TurnInput): TurnDecision => {
  if (input.newMessages.length === 0) return resume(input)
  const screened = screen(input)
  const own = answerOfGuard(screened, 'written')
  if (own) return own
  const { draft, memory } = write(screened)
  return settle(screened, { ...draft, replies: withoutAsking(draft.replies, screened.screening) }, memory)
}
