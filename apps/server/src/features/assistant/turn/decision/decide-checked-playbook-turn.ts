import { getAppointmentTexts } from '../../dialogue/appointments/appointment-state.ts'
import { applyReplyCheck } from '../../guard/after/apply-reply-check.ts'
import { checkReplies } from '../../guard/after/check-replies.ts'
import type { Grounding } from '../../guard/after/grounding.ts'
import type { TurnInput } from '../../turn-input.ts'
import { formatMoment } from '../../understanding/dates/opening-hours.ts'
import { addConfirmedData, answerRejectedConfirmation, confirmSpokenData } from './confirm-spoken-data.ts'
import { decidePlaybookTurn } from './decide-playbook-turn.ts'
import type { TurnDecision } from './turn-decision.ts'

/**
 * Returns the source texts that may support statements in the rule-based engine's replies: texts of the team, messages of the lead, and
 * meeting times of the calendar.
 */
export function buildPlaybookGrounding(
  { agent, lead, newMessages, meetings = [], taken, knowledge = [], now, timeZone }: TurnInput,
  decided: TurnDecision,
): Grounding {
  const { brief, name, company } = agent
  const times = [...meetings.map(({ start }) => start), taken?.start, taken?.free, decided.meeting?.to?.start]
  const ours = [
    brief?.persona,
    brief?.instructions,
    ...(brief?.questions ?? []),
    ...times.map((at) => at && formatMoment(at, timeZone)),
    ...knowledge.flatMap(({ said, from }) => [said, ...from.map(({ text }) => text)]),
  ]
  const told = [
    ...Object.values(lead),
    ...Object.values(decided.memory.dialogue.facts),
    ...getAppointmentTexts({ memory: decided.memory.dialogue }),
    ...newMessages.map(({ content }) => content),
  ]
  const words = (texts: readonly (string | null | undefined)[]) => texts.flatMap((text) => (text ? [{ text, at: now }] : []))
  return {
    ours: words(ours),
    lead: words(told),
    names: [name, company],
    hours: brief?.hours ?? null,
    secrets: { rules: '', brief: '', toolNames: [] },
    // The phrases that the team forbids must not block help for a lead in danger.
    never: decided.memory.guard.kind === 'danger' ? [] : brief?.never,
    now,
    timeZone,
  }
}

/**
 * Decides a turn with the rule-based engine and removes sentences that the reply check rejects. Unsent replies of an interrupted turn were
 * already checked.
 */
export function decideCheckedPlaybookTurn(given: TurnInput): TurnDecision {
  const input = addConfirmedData(given)
  const decided = answerRejectedConfirmation(given) ?? confirmSpokenData(input, decidePlaybookTurn(input))
  const held = applyReplyCheck(decided, checkReplies(decided.replies, buildPlaybookGrounding(input, decided)))
  if (held === decided || given.newMessages.length === 0) return decided
  return { ...held, memory: { ...held.memory, parts: held.replies.length, unsent: [...held.replies] } }
}
