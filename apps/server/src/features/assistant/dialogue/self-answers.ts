import { meetingsOf, momentOf } from './calendar.ts'
import PLANS from './phrases/plans.json' with { type: 'json' }
import { whenText } from './standing.ts'
import { say, type Talk, takeTurns, tell } from './talk.ts'

/** Day and hour as they were noted here, else as they stand in the calendar. */
const whenItStands = (talk: Talk): string | null => {
  const [meeting] = meetingsOf(talk)
  if (whenText(talk)) return tell(talk, PLANS.stands.noted)
  return meeting ? tell(talk, PLANS.stands.inCalendar, { moment: momentOf(meeting, talk) }) : null
}

/** What the agent knows without the team: that it is a machine, who it is and for whom, and which date stands. */
export const ownAnswers = (talk: Talk, isFirst: boolean): string[] => {
  const { intents } = talk.understood
  const stands = intents.has('whenStands') ? whenItStands(talk) : null
  return [
    ...(intents.has('bot') ? [say(talk, 'bot')] : []),
    // The first greeting says it anyway.
    ...(intents.has('who') && !intents.has('bot') && !isFirst ? [say(talk, 'who')] : []),
    ...(stands ? [takeTurns(talk, 'stands', PLANS.stands.asked, { stands })] : []),
  ]
}

/** True when a question was answered out of what the agent knows itself. */
export const isOwnKnowledge = (intents: ReadonlySet<string>, talk: Talk): boolean =>
  intents.has('bot') || intents.has('who') || (intents.has('whenStands') && whenItStands(talk) !== null)
