import type { TurnInput } from '../decision.ts'
import { appointmentWords } from '../dialogue/standing.ts'
import { after } from '../guard/after/after.ts'
import type { Ground } from '../guard/after/ground.ts'
import { holdBack } from '../guard/after/hold-back.ts'
import { momentText } from '../understanding/open-times.ts'
import { decideTurn } from './decide-turn.ts'
import type { TurnDecision } from './memory.ts'
import { mistaken, sayBackFirst, withConfirmed } from './said-back.ts'

/** What the written engine may state: what staff and the lead gave it, now or before, and the calendar. */
export function writtenGround(
  { agent, lead, newMessages, meetings = [], taken, knowledge = [], now, timeZone }: TurnInput,
  decided: TurnDecision,
): Ground {
  const { brief, name, company } = agent
  const times = [...meetings.map(({ start }) => start), taken?.start, taken?.free, decided.meeting?.to?.start]
  const ours = [
    brief?.persona,
    brief?.instructions,
    ...(brief?.questions ?? []),
    ...times.map((at) => at && momentText(at, timeZone)),
    ...knowledge.flatMap(({ said, from }) => [said, ...from.map(({ text }) => text)]),
  ]
  const told = [
    ...Object.values(lead),
    ...Object.values(decided.memory.dialogue.facts),
    ...appointmentWords({ memory: decided.memory.dialogue }),
    ...newMessages.map(({ content }) => content),
  ]
  const words = (texts: readonly (string | null | undefined)[]) => texts.flatMap((text) => (text ? [{ text, at: now }] : []))
  return {
    ours: words(ours),
    lead: words(told),
    names: [name, company],
    hours: brief?.hours ?? null,
    secrets: { rules: '', brief: '', toolNames: [] },
    // Help in danger is not the team's to forbid.
    never: decided.memory.guard.kind === 'danger' ? [] : brief?.never,
    now,
    timeZone,
  }
}

/** What the written engine answers, and of it only what may leave; what a cut left unsaid was judged with its ground before. */
export function decideWritten(given: TurnInput): TurnDecision {
  const input = withConfirmed(given)
  const decided = mistaken(given) ?? sayBackFirst(input, decideTurn(input))
  const held = holdBack(decided, after(decided.replies, writtenGround(input, decided)))
  if (held === decided || given.newMessages.length === 0) return decided
  return { ...held, memory: { ...held.memory, parts: held.replies.length, unsent: [...held.replies] } }
}
