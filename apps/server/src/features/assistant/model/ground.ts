import { affirmsUnknown } from '../../knowledge/ports.ts'
import type { Ground } from '../guard/after/ground.ts'
import { momentText } from '../understanding/open-times.ts'
import type { ModelTurn } from './history.ts'
import { questionsOf, RULES } from './prompt.ts'
import type { Collected } from './tools.ts'

/** Messages of the lead that count as told. */
const LEAD_MESSAGES = 40

/**
 * What a model may state in this turn. What it said before is no ground, else it could lean on its own inventions; nor is the summary,
 * which is its own.
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

/** What stands in a document of the lead is said by the lead. */
const wordsOf = ({ content, about, at }: ModelTurn['history'][number]) => ({ text: `${content}\n${about?.text ?? ''}`, at })
