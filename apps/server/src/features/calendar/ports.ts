import type { LeadExport } from '@prosa/contract/entities/conversations/lead-export'
import * as z from 'zod/mini'
import type { Tx } from '../../platform/database/database.ts'
import { storableText } from '../../platform/json/json.ts'

const timeSpan = z.object({ start: z.date(), end: z.date() })
export type TimeSpan = Readonly<z.output<typeof timeSpan>>

/** Change of a lead's meeting: the new time (`to`), or null to cancel the meeting. */
export const meetingChange = z.object({
  id: z.string(),
  to: z.nullable(timeSpan),
  /**
   * Description of the change that the agent sent to the lead, for example 'mudada para quinta, 26/11, às 15h'. Users see the description
   * if the change fails.
   */
  told: storableText,
})
export type MeetingChange = Readonly<z.input<typeof meetingChange>>

export interface AgentMeetingRequest {
  tenantId: string
  leadId: string
  agentId: string
  conversationId: string
  /** Idempotency key: repeated requests with the same key book one meeting. */
  key: string
  /** Subject of the meeting in the lead's words. Only the team sees the subject. */
  subject: string | null
  start: Date
  end: Date
  /** Email address that the lead named. It is invited only if the lead's record contains no email address. */
  email: string | null
}

export type BookingResult = { kind: 'booked'; start: Date } | { kind: 'taken' } | { kind: 'enough' } | { kind: 'unavailable' }

/** Operations on meetings with leads in the calendars of a tenant's users, for other features. */
export interface Calendar {
  /** Whether at least one user of the tenant has connected a calendar in which agents can book. */
  canAgentsBook: (tenantId: string) => Promise<boolean>
  /** Books a meeting with a lead. Repeated requests with the same key book one meeting. */
  bookMeeting: (meeting: AgentMeetingRequest) => Promise<BookingResult>
  /**
   * Whether the owner of the meeting's calendar has no other meeting at that time. Called before a new time is offered to the lead.
   */
  isTimeFree: (tenantId: string, id: string, span: TimeSpan) => Promise<boolean>
  /**
   * Cancels a lead's meeting, or moves it to a new time. @returns false, without changing anything, if the change is no longer possible
   */
  changeMeeting: (
    tx: Tx,
    lead: { tenantId: string; leadId: string; at: Date },
    change: Pick<MeetingChange, 'id' | 'to'>,
  ) => Promise<boolean>
  /** Returns the meetings of these leads for a data export. */
  exportLead: (tx: Tx, tenantId: string, leadIds: readonly string[]) => Promise<LeadExport['meetings']>
  /**
   * Assigns a lead's meetings to the anonymous lead with id `nobody` and removes their titles. Jobs then delete the calendar events.
   */
  anonymizeMeetings: (tx: Tx, lead: { tenantId: string; leadId: string }, anonymousLeadId: string) => Promise<void>
}
