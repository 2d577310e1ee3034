import type { Deps } from '../../kernel/deps.ts'
import type { Feature } from '../../kernel/feature.ts'
import { bookAgentMeeting, canAgentsBook } from './book-agent-meeting.ts'
import { createCalendarSecretBox } from './calendar-secret-box.ts'
import { changeMeeting, isCalendarFree } from './change-meeting.ts'
import { anonymizeMeetings, exportMeetings } from './lead-meetings.ts'
import type { Calendar } from './ports.ts'
import { reencryptConnections } from './reencrypt-connections.ts'
import { calendarRoutes } from './routes.ts'
import { syncCalendarEvent } from './sync-calendar-event.ts'

export function createCalendarModule(deps: Deps) {
  const box = createCalendarSecretBox(deps.config)
  const port: Calendar = {
    canBook: (tenantId) => canAgentsBook(deps, box, tenantId),
    book: (meeting) => bookAgentMeeting(deps, box, meeting),
    isFree: (tenantId, id, span) => deps.db.tenant(tenantId, (tx) => isCalendarFree(tx, tenantId, id, span)),
    change: (tx, which, change) => changeMeeting(tx, deps, which, change),
    exportLead: exportMeetings,
    handOver: (tx, which, nobody) => anonymizeMeetings(tx, deps, which, nobody),
  }
  return {
    port,
    routes: (api) => calendarRoutes(api, deps),
    jobs: { 'settle-meeting': (job) => syncCalendarEvent(deps, box, job) },
    reseal: (tx, tenantId) => reencryptConnections(tx, tenantId, box),
  } satisfies Feature & { port: Calendar }
}
