import type { LeadExport } from '@prosa/contract/entities/conversations/lead-export'
import * as z from 'zod/mini'
import type { Tx } from '../../platform/database/database.ts'
import { storableText } from '../../platform/json/json.ts'

const timeSpan = z.object({ start: z.date(), end: z.date() })
export type TimeSpan = Readonly<z.output<typeof timeSpan>>

/** A change of a lead's meeting: the new time, or null to cancel it. */
export const meetingChange = z.object({
  id: z.string(),
  to: z.nullable(timeSpan),
  /** Description of the change that the lead received: 'mudada para quinta, 26/11, às 15h'. The team sees it if the change fails. */
  told: storableText,
})
export type MeetingChange = Readonly<z.input<typeof meetingChange>>

export interface AgentMeetingRequest {
  tenantId: string
  leadId: string
  agentId: string
  conversationId: string
  /** Idempotency key: repeated calls book one meeting. */
  key: string
  /** Subject in the lead's words. Only the team sees it. */
  about: string | null
  start: Date
  end: Date
  /** The address that the lead named. It is invited only if the lead's record has no address. */
  email: string | null
}

export type BookingResult = { kind: 'booked'; start: Date } | { kind: 'taken' } | { kind: 'enough' } | { kind: 'unavailable' }

/** Meetings with leads in the calendars of a tenant's users. */
export interface Calendar {
  /** Returns true if a user has connected a calendar. */
  canBook: (tenantId: string) => Promise<boolean>
  /** Books a meeting. Repeated calls with the same key book one. */
  book: (meeting: AgentMeetingRequest) => Promise<BookingResult>
  /** Returns true if the owner of the meeting's calendar has no other meeting at that time. Called before the lead is offered a move. */
  isFree: (tenantId: string, id: string, span: TimeSpan) => Promise<boolean>
  /** Cancels a lead's meeting, or moves it. @returns false, with nothing changed, if that is no longer possible */
  change: (
    tx: Tx,
    which: { tenantId: string; leadId: string; at: Date },
    change: Pick<MeetingChange, 'id' | 'to'>,
  ) => Promise<boolean>
  /** Returns the meetings of leads for a data export. */
  exportLead: (tx: Tx, tenantId: string, leadIds: readonly string[]) => Promise<LeadExport['meetings']>
  /** Moves a lead's meetings to the anonymous lead `nobody`, without their titles. Jobs delete their calendar events. */
  handOver: (tx: Tx, which: { tenantId: string; leadId: string }, nobody: string) => Promise<void>
}
