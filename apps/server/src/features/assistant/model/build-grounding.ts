import { createUnsupportedClaimDetector } from '../../knowledge/ports.ts'
import type { Grounding } from '../guard/after/grounding.ts'
import { formatMoment } from '../understanding/dates/opening-hours.ts'
import { getAgentQuestions, PROMPT_RULES } from './build-prompt.ts'
import type { ModelTurn } from './history.ts'
import type { CollectedChanges } from './tools.ts'

/** Maximum number of the lead's messages among the source texts of the reply check. */
const MAX_LEAD_MESSAGES = 40

/**
 * Returns the source texts that may support statements in the model's replies. Excludes the model's own earlier messages and summary, so
 * that earlier inventions support nothing.
 */
export function buildGrounding(turn: ModelTurn, toolNames: readonly string[], { told }: CollectedChanges): Grounding {
  const { agent, lead, history, meetings = [], knowledge = [], now, timeZone } = turn
  const brief = `${agent.brief?.persona ?? ''}\n${agent.brief?.instructions ?? ''}`
  const given = [brief, ...getAgentQuestions(agent), ...told, ...knowledge.flatMap((answer) => answer.told)]
  const booked = meetings.map(({ start }) => formatMoment(start, timeZone))
  const data = [lead.name, lead.company, lead.phone, lead.email].filter((each) => each !== null)
  const byPersons = history.filter(({ fromPerson }) => fromPerson).map(toDatedText)
  const ours = [...[...given, ...booked].map((text) => ({ text, at: now })), ...byPersons]
  return {
    ours,
    saysYesToUnknown: createUnsupportedClaimDetector(
      knowledge,
      ours.map(({ text }) => text),
    ),
    lead: [
      ...data.map((text) => ({ text, at: now })),
      ...history
        .filter(({ fromLead }) => fromLead)
        .slice(-MAX_LEAD_MESSAGES)
        .map(toDatedText),
    ],
    names: [agent.name, agent.company],
    hours: agent.brief?.hours ?? null,
    secrets: { rules: PROMPT_RULES, brief, toolNames },
    never: agent.brief?.never,
    now,
    timeZone,
  }
}

/** Converts a message to a dated text. The text of a document counts as written by its sender. */
const toDatedText = ({ content, about, at }: ModelTurn['history'][number]) => ({ text: `${content}\n${about?.text ?? ''}`, at })
