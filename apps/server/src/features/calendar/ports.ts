import type { LeadExport } from '@prosa/contract/entities/conversations/lead-export'
import * as z from 'zod/mini'
import type { Tx } from '../../platform/database/database.ts'
import { storableText } from '../../platform/json/json.ts'

const timeSpan = z.object({ start: z.date(), end: z.date() })
export type TimeSpan = Readonly<z.output<typeof timeSpan>>

export const meetingChange = z.object({
  id: z.string(),
  /** New time; null to cancel the meeting. */
  to: z.nullable(timeSpan),
  /**
   * Description of the change that the agent sent to the lead, such as 'mudada para quinta, 26/11, às 15h'. Shown to users if the change
   * fails.
   */
  told: storableText,
})
export type MeetingChange = Readonly<z.input<typeof meetingChange>>

export interface AgentMeetingRequest {
  tenantId: string
  leadId: string
  agentId: string
  conversationId: string
  /** Idempotency key: requests with the same key book only one meeting. */
  key: string
  /** Subject of the meeting in the lead's words. Not shown to guests. */
  subject: string | null
  start: Date
  end: Date
  /** E-mail address that the lead wrote in the conversation. Invited only if the lead's record contains no e-mail address. */
  email: string | null
}

export type BookingResult = { kind: 'booked'; start: Date } | { kind: 'taken' } | { kind: 'enough' } | { kind: 'unavailable' }

export interface Calendar {
  /** Whether a user of the organisation has connected a calendar in which agents can book meetings. */
  canAgentsBook: (tenantId: string) => Promise<boolean>
  /** Books a meeting with a lead. Requests with the same key book only one meeting. */
  bookMeeting: (meeting: AgentMeetingRequest) => Promise<BookingResult>
  /** Whether the user whose calendar contains the meeting has no other meeting at that time. */
  isTimeFree: (tenantId: string, id: string, span: TimeSpan) => Promise<boolean>
  /**
   * Cancels a lead's meeting, or moves it to a new time.
   * @returns false, without changing anything, if the change is not possible
   */
  changeMeeting: (
    tx: Tx,
    lead: { tenantId: string; leadId: string; at: Date },
    change: Pick<MeetingChange, 'id' | 'to'>,
  ) => Promise<boolean>
  exportLead: (tx: Tx, tenantId: string, leadIds: readonly string[]) => Promise<LeadExport['meetings']>
  /** Assigns a lead's meetings to an anonymous lead and removes their titles. Jobs delete the calendar events. */
  anonymizeMeetings: (tx: Tx, lead: { tenantId: string; leadId: string }, anonymousLeadId: string) => Promise<void>
}
