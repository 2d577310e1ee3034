import { answerByPlaybook } from '../../dialogue/answer-by-playbook.ts'
import { createStoppedDraft, type TurnInput } from '../../turn-input.ts'
import { buildDecision, getGuardDecision, screenTurn } from './screen-turn.ts'
import { parseMemory, type TurnDecision } from './turn-decision.ts'
import { removeUntranscribedQuestions } from './unheard-audio.ts'

/** Returns a decision that only sends the remaining replies of an interrupted turn. */
export const resumeUnsentReplies = ({ conversation }: Pick<TurnInput, 'conversation'>): TurnDecision => {
  const memory = parseMemory(conversation.memory)
  return { ...createStoppedDraft({ conversation }, memory.unsent, { reason: null }), basis: memory.basis, memory }
}

/** Decides a turn with the safety guard and the playbook engine. Depends on its input only. */
export const decidePlaybookTurn = (input: TurnInput): TurnDecision => {
  if (input.newMessages.length === 0) return resumeUnsentReplies(input)
  const screenedTurn = screenTurn(input)
  const guardDecision = getGuardDecision(screenedTurn, 'written')
  if (guardDecision) return guardDecision
  const { draft, memory } = answerByPlaybook(screenedTurn)
  return buildDecision(
    screenedTurn,
    { ...draft, replies: removeUntranscribedQuestions(draft.replies, screenedTurn.guardResult) },
    memory,
  )
}
