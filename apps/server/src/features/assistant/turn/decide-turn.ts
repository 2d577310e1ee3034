import { createStoppedDraft, type TurnInput } from '../decision.ts'
import { answerByPlaybook } from '../dialogue/write.ts'
import { buildDecision, getGuardDecision, screenTurn } from './guard-answer.ts'
import { removeUnheardQuestions } from './lost-sounds.ts'
import { parseMemory, type TurnDecision } from './memory.ts'

/** Returns a decision with the replies that an interrupted turn did not send. Changes nothing else. */
export const resumeUnsentReplies = ({ conversation }: Pick<TurnInput, 'conversation'>): TurnDecision => {
  const memory = parseMemory(conversation.memory)
  return { ...createStoppedDraft({ conversation }, memory.unsent, { reason: null }), basis: memory.basis, memory }
}

/** Decides a turn of an agent without a model. A pure function of its input. */
export const decidePlaybookTurn = (input: TurnInput): TurnDecision => {
  if (input.newMessages.length === 0) return resumeUnsentReplies(input)
  const screened = screenTurn(input)
  const own = getGuardDecision(screened, 'written')
  if (own) return own
  const { draft, memory } = answerByPlaybook(screened)
  return buildDecision(screened, { ...draft, replies: removeUnheardQuestions(draft.replies, screened.screening) }, memory)
}
