import type { LeadExport } from '@prosa/contract/entities/lead-export'
import * as z from 'zod/mini'
import type { Tx } from '../../kernel/db/database.ts'
import { storableText } from '../../kernel/json.ts'

const span = z.object({ start: z.date(), end: z.date() })
export type Span = Readonly<z.output<typeof span>>

/** What becomes of a lead's meeting: another time, or null where it is called off. */
export const meetingChange = z.object({
  id: z.string(),
  to: z.nullable(span),
  /** What the lead was told of it: 'mudada para quinta, 26/11, às 15h'. The team reads it where the change turns out to be refused. */
  told: storableText,
})
export type MeetingChange = Readonly<z.input<typeof meetingChange>>

export interface AgentMeeting {
  tenantId: string
  leadId: string
  agentId: string
  conversationId: string
  /** The same key books once, however often it is asked. */
  key: string
  /** What it is about, in the words of the talk; for the team alone. */
  about: string | null
  start: Date
  end: Date
  /** The address that the lead named, invited only where its record holds none. */
  email: string | null
}

export type Booked = { kind: 'booked'; start: Date } | { kind: 'taken' } | { kind: 'enough' } | { kind: 'unavailable' }

/** Meetings of leads in the calendars of the tenant's people. */
export interface Calendar {
  /** True when somebody's calendar is connected. */
  canBook: (tenantId: string) => Promise<boolean>
  /** Asked twice with the same key, it books once. */
  book: (meeting: AgentMeeting) => Promise<Booked>
  /** True when whose calendar the meeting stands in has nothing else then; asked before the lead is told of a move. */
  isFree: (tenantId: string, id: string, span: Span) => Promise<boolean>
  /** Calls a meeting of this lead off, or moves it. @returns false, with nothing changed, when that is no longer possible */
  change: (
    tx: Tx,
    which: { tenantId: string; leadId: string; at: Date },
    change: Pick<MeetingChange, 'id' | 'to'>,
  ) => Promise<boolean>
  /** The meetings of leads, for themselves. */
  exportLead: (tx: Tx, tenantId: string, leadIds: readonly string[]) => Promise<LeadExport['meetings']>
  /** Leaves a lead's meetings to another that stands for nobody, without their titles; the calendars follow. */
  handOver: (tx: Tx, which: { tenantId: string; leadId: string }, nobody: string) => Promise<void>
}
