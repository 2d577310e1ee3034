import type { Conversation } from '@prosa/contract/entities/conversation'
import type { Lead } from '@prosa/contract/entities/lead'
import * as z from 'zod/mini'
import type { Tx } from '../../kernel/db/database.ts'
import type { leads } from '../../kernel/db/schema/conversations.ts'
import type { Identity } from '../../kernel/http/identity.ts'
import { storableText } from '../../kernel/json.ts'

export type LeadRow = typeof leads.$inferSelect

/** Who a lead is on its channel; a channel may know it by two names, of which at least one is there. */
export interface ChannelLead {
  tenantId: string
  agentId: string
  channelKey: string | null
  channelUserKey?: string | null
  /** What the channel knows of a lead that is new. */
  lead: { name?: string; phone?: string; origin: string }
}

export interface FoundLead {
  id: string
  pause: boolean
  /** A second lead that turned out to be this one; what is the lead's has been joined, its conversations have not. */
  merged: string | null
}

/** What an agent learned of its lead. */
export const leadPatch = z.object({
  name: z.exactOptional(storableText),
  company: z.exactOptional(storableText),
  email: z.exactOptional(storableText),
  phone: z.exactOptional(storableText),
})
export type LeadPatch = z.input<typeof leadPatch>

/** Which lead is written to, and when. */
export interface WhichLead {
  tenantId: string
  leadId: string
  at: Date
}

/** What others have done to leads, in their own transactions; nobody else writes them. */
export interface Leads {
  /** The lead behind a channel's names, made when it is new; an archived one that writes comes back. Held until the transaction ends. */
  findOrCreate: (tx: Tx, input: ChannelLead & { at: Date }) => Promise<FoundLead>
  /** Writes what an agent learned. A phone that is none is left out. */
  update: (tx: Tx, which: WhichLead, patch: LeadPatch) => Promise<void>
  /** Notes what the lead told its agent of being written to: no more, in these words; or (null) again. */
  noteOptOut: (tx: Tx, which: WhichLead, optOut: { words: string } | null) => Promise<void>
  /** Pauses the agent because a person has stepped in, unless the tenant says otherwise; a pause that stands keeps its holder. */
  pauseForManual: (tx: Tx, who: Pick<Identity, 'tenantId' | 'userId' | 'name'>, leadId: string, at: Date) => Promise<void>
  /** The same where somebody of the team answered on the channel's own app. */
  pauseForEcho: (tx: Tx, which: WhichLead) => Promise<void>
  /** Pauses because the agent's own guard says so; `until` null: till somebody lets it go on. Told by the turn that brings it. */
  pauseForGuard: (tx: Tx, which: WhichLead, pause: { reason: string; until: Date | null }) => Promise<void>
  /** Row → contract. */
  present: (row: LeadRow) => Lead
}

/** What leads need of their conversations, which stand after them: the conversations feature does it. */
export interface ConversationsOfLead {
  /** As events carry them. */
  views: (tx: Tx, tenantId: string, leadId: string) => Promise<Conversation[]>
  /** Marks them as changed, because the lead's pause is shown with them. */
  touch: (tx: Tx, which: WhichLead) => Promise<void>
  /** The lead's archive flag is kept with them too, for the list's index. */
  setArchive: (tx: Tx, which: WhichLead, archive: boolean) => Promise<void>
}
