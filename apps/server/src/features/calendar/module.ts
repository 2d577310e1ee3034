import type { Deps } from '../../platform/deps.ts'
import type { Feature } from '../../platform/feature.ts'
import { createCalendarSecretBox } from './connection/calendar-secret-box.ts'
import { reencryptConnections } from './connection/reencrypt-connections.ts'
import { bookAgentMeeting, canAgentsBook } from './meetings/book-agent-meeting.ts'
import { changeMeeting, isCalendarFree } from './meetings/change-meeting.ts'
import { anonymizeMeetings, exportMeetings } from './meetings/lead-meetings.ts'
import { syncCalendarEvent } from './meetings/sync-calendar-event.ts'
import type { Calendar } from './ports.ts'
import { calendarRoutes } from './routes.ts'

export function createCalendarModule(deps: Deps) {
  const box = createCalendarSecretBox(deps.config)
  const port: Calendar = {
    canAgentsBook: (tenantId) => canAgentsBook(deps, box, tenantId),
    bookMeeting: (meeting) => bookAgentMeeting(deps, box, meeting),
    isTimeFree: (tenantId, id, span) => deps.db.tenant(tenantId, (tx) => isCalendarFree(tx, tenantId, id, span)),
    changeMeeting: (tx, lead, change) => changeMeeting(tx, deps, lead, change),
    exportLead: exportMeetings,
    anonymizeMeetings: (tx, lead, anonymousLeadId) => anonymizeMeetings(tx, deps, lead, anonymousLeadId),
  }
  return {
    port,
    routes: (api) => calendarRoutes(api, deps),
    jobs: { 'settle-meeting': (job) => syncCalendarEvent(deps, box, job) },
    reencryptSecrets: (tx, tenantId) => reencryptConnections(tx, tenantId, box),
  } satisfies Feature & { port: Calendar }
}
