import { affirmsUnknown } from '../../knowledge/ports.ts'
import type { Ground } from '../guard/after/ground.ts'
import { momentText } from '../understanding/open-times.ts'
import type { ModelTurn } from './history.ts'
import { questionsOf, RULES } from './prompt.ts'
import type { Collected } from './tools.ts'

/** Maximum number of lead messages in the grounding. */
const LEAD_MESSAGES = 40

/**
 * Returns the grounding of the model's replies. Excludes its own earlier messages and summary, so that it cannot rely on its own
 * inventions.
 */
export function groundOf(turn: ModelTurn, toolNames: readonly string[], { told }: Collected): Ground {
  const { agent, lead, history, meetings = [], knowledge = [], now, timeZone } = turn
  const brief = `${agent.brief?.persona ?? ''}\n${agent.brief?.instructions ?? ''}`
  const given = [brief, ...questionsOf(agent), ...told, ...knowledge.flatMap((answer) => answer.told)]
  const booked = meetings.map(({ start }) => momentText(start, timeZone))
  const data = [lead.name, lead.company, lead.phone, lead.email].filter((each) => each !== null)
  const byPersons = history.filter(({ fromPerson }) => fromPerson).map(wordsOf)
  const ours = [...[...given, ...booked].map((text) => ({ text, at: now })), ...byPersons]
  return {
    ours,
    saysYesToUnknown: affirmsUnknown(
      knowledge,
      ours.map(({ text }) => text),
    ),
    lead: [
      ...data.map((text) => ({ text, at: now })),
      ...history
        .filter(({ fromLead }) => fromLead)
        .slice(-LEAD_MESSAGES)
        .map(wordsOf),
    ],
    names: [agent.name, agent.company],
    hours: agent.brief?.hours ?? null,
    secrets: { rules: RULES, brief, toolNames },
    never: agent.brief?.never,
    now,
    timeZone,
  }
}

/** The text of a lead's document counts as written by the lead. */
const wordsOf = ({ content, about, at }: ModelTurn['history'][number]) => ({ text: `${content}\n${about?.text ?? ''}`, at })
