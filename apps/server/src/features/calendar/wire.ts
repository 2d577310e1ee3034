import type { Deps } from '../../kernel/deps.ts'
import type { Feature } from '../../kernel/feature.ts'
import { bookForAgent, canBook } from './book-for-agent.ts'
import { calendarBox } from './calendar-box.ts'
import { changeMeeting, isFreeFor } from './change-meeting.ts'
import { exportMeetings, giveMeetings } from './of-lead.ts'
import type { Calendar } from './ports.ts'
import { resealConnections } from './reseal-connections.ts'
import { calendarRoutes } from './routes.ts'
import { settleMeeting } from './settle-meeting.ts'

export function wireCalendar(deps: Deps) {
  const box = calendarBox(deps.config)
  const port: Calendar = {
    canBook: (tenantId) => canBook(deps, box, tenantId),
    book: (meeting) => bookForAgent(deps, box, meeting),
    isFree: (tenantId, id, span) => deps.db.tenant(tenantId, (tx) => isFreeFor(tx, tenantId, id, span)),
    change: (tx, which, change) => changeMeeting(tx, deps, which, change),
    exportLead: exportMeetings,
    handOver: (tx, which, nobody) => giveMeetings(tx, deps, which, nobody),
  }
  return {
    port,
    routes: (api) => calendarRoutes(api, deps),
    jobs: { 'settle-meeting': (job) => settleMeeting(deps, box, job) },
    reseal: (tx, tenantId) => resealConnections(tx, tenantId, box),
  } satisfies Feature & { port: Calendar }
}
