import { createUnsupportedClaimDetector } from '../../knowledge/ports.ts'
import type { Grounding } from '../guard/after/grounding.ts'
import { formatMoment } from '../understanding/dates/opening-hours.ts'
import { getAgentQuestions, PROMPT_RULES } from './build-prompt.ts'
import type { ModelTurn } from './history.ts'
import type { CollectedChanges } from './tools.ts'

/** Maximum number of the lead's messages used as source texts. */
const MAX_LEAD_MESSAGES = 40

/**
 * Returns the source texts that may support claims in the model's replies. Excludes the model's own earlier messages and summary, so that
 * inventions support nothing.
 */
export function buildGrounding(turn: ModelTurn, toolNames: readonly string[], { toolResults }: CollectedChanges): Grounding {
  const { agent, lead, history, meetings = [], knowledge = [], now, timeZone } = turn
  const brief = `${agent.brief?.persona ?? ''}\n${agent.brief?.instructions ?? ''}`
  const teamTexts = [brief, ...getAgentQuestions(agent), ...toolResults, ...knowledge.flatMap((answer) => answer.told)]
  const meetingTimes = meetings.map(({ start }) => formatMoment(start, timeZone))
  const leadData = [lead.name, lead.company, lead.phone, lead.email].filter((each) => each !== null)
  const userMessages = history.filter(({ fromUser }) => fromUser).map(toDatedText)
  const teamSources = [...[...teamTexts, ...meetingTimes].map((text) => ({ text, at: now })), ...userMessages]
  return {
    teamTexts: teamSources,
    affirmsUnsupported: createUnsupportedClaimDetector(
      knowledge,
      teamSources.map(({ text }) => text),
    ),
    leadTexts: [
      ...leadData.map((text) => ({ text, at: now })),
      ...history
        .filter(({ fromLead }) => fromLead)
        .slice(-MAX_LEAD_MESSAGES)
        .map(toDatedText),
    ],
    names: [agent.name, agent.company],
    hours: agent.brief?.hours ?? null,
    secrets: { rules: PROMPT_RULES, brief, toolNames },
    forbiddenPhrases: agent.brief?.never,
    now,
    timeZone,
  }
}

/** Converts a message to a source text. A document counts as written by its sender. */
const toDatedText = ({ content, fileSummary, at }: ModelTurn['history'][number]) => ({
  text: `${content}\n${fileSummary?.text ?? ''}`,
  at,
})
