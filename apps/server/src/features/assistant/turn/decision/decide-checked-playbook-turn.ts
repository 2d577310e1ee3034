import { getAppointmentTexts } from '../../dialogue/appointments/appointment-state.ts'
import { applyReplyCheck } from '../../guard/after/apply-reply-check.ts'
import { checkReplies } from '../../guard/after/check-replies.ts'
import type { Grounding } from '../../guard/after/grounding.ts'
import type { TurnInput } from '../../turn-input.ts'
import { formatMoment } from '../../understanding/dates/opening-hours.ts'
import { addConfirmedData, answerRejectedConfirmation, confirmSpokenData } from './confirm-spoken-data.ts'
import { decidePlaybookTurn } from './decide-playbook-turn.ts'
import type { TurnDecision } from './turn-decision.ts'

/** Returns the source texts for the playbook's replies: texts of the team, messages of the lead, meeting times. */
export function buildPlaybookGrounding(
  { agent, lead, newMessages, meetings = [], rejectedTime, knowledge = [], now, timeZone }: TurnInput,
  decision: TurnDecision,
): Grounding {
  const { brief, name, company } = agent
  const times = [
    ...meetings.map(({ start }) => start),
    rejectedTime?.start,
    rejectedTime?.freeAlternative,
    decision.meeting?.to?.start,
  ]
  const teamTexts = [
    brief?.persona,
    brief?.instructions,
    ...(brief?.questions ?? []),
    ...times.map((at) => at && formatMoment(at, timeZone)),
    ...knowledge.flatMap(({ said, from }) => [said, ...from.map(({ text }) => text)]),
  ]
  const leadTexts = [
    ...Object.values(lead),
    ...Object.values(decision.memory.dialogue.facts),
    ...getAppointmentTexts({ memory: decision.memory.dialogue }),
    ...newMessages.map(({ content }) => content),
  ]
  const toDatedTexts = (texts: readonly (string | null | undefined)[]) =>
    texts.flatMap((text) => (text ? [{ text, at: now }] : []))
  return {
    teamTexts: toDatedTexts(teamTexts),
    leadTexts: toDatedTexts(leadTexts),
    names: [name, company],
    hours: brief?.hours ?? null,
    secrets: { rules: '', brief: '', toolNames: [] },
    // Forbidden phrases must not block help for a lead in danger.
    forbiddenPhrases: decision.memory.guard.kind === 'danger' ? [] : brief?.never,
    now,
    timeZone,
  }
}

/** Decides a turn with the playbook engine and removes rejected sentences. Unsent replies of an interrupted turn were checked before. */
export function decideCheckedPlaybookTurn(turnInput: TurnInput): TurnDecision {
  const input = addConfirmedData(turnInput)
  const decision = answerRejectedConfirmation(turnInput) ?? confirmSpokenData(input, decidePlaybookTurn(input))
  const checkedDecision = applyReplyCheck(decision, checkReplies(decision.replies, buildPlaybookGrounding(input, decision)))
  if (checkedDecision === decision || turnInput.newMessages.length === 0) return decision
  return {
    ...checkedDecision,
    memory: { ...checkedDecision.memory, parts: checkedDecision.replies.length, unsent: [...checkedDecision.replies] },
  }
}
