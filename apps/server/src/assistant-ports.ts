import { reader } from './features/assistant/turn/reader.ts'
import type { AssistantPorts } from './features/assistant/turn/worker.ts'
import { bookForAgent, canBook } from './features/calendar/book-for-agent.ts'
import { calendarBox } from './features/calendar/calendar-box.ts'
import { changeMeeting, isFreeFor } from './features/calendar/change-meeting.ts'
import { commitTurn } from './features/conversations/commit-turn.ts'
import { noteOptOut } from './features/leads/set-opt-out.ts'
import { pauseForGuard } from './features/leads/set-pause.ts'
import { updateLead } from './features/leads/update-lead.ts'
import type { Deps } from './kernel/deps.ts'

/** What agents need of the other features. */
export function assistantPorts(deps: Deps): Omit<AssistantPorts, 'closing'> {
  const box = calendarBox(deps.config)
  return {
    reader,
    commitTurn: (place, turn) =>
      commitTurn(
        deps,
        {
          updateLead,
          setOptOut: noteOptOut,
          changeMeeting: async (tx, tenantId, leadId, at) =>
            !turn.meeting || changeMeeting(tx, deps, { tenantId, leadId, at }, turn.meeting),
          pauseLead: async (tx, whom) => turn.pause && pauseForGuard(tx, deps, whom, turn.pause),
        },
        place,
        turn,
      ),
    meetings: {
      canBook: (tenantId) => canBook(deps, box, tenantId),
      book: (meeting) => bookForAgent(deps, box, meeting),
      isFree: (tenantId, id, span) => deps.db.tenant(tenantId, (tx) => isFreeFor(tx, tenantId, id, span)),
    },
  }
}
