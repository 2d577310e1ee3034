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
  /** Whether an archived lead stays archived. */
  staysArchived?: boolean
}

/** By what a channel knows somebody; null: not by that. */
export interface ChannelNames {
  channelKey: string | null
  channelUserKey: string | null
  /** International, with +. */
  phone: string | null
}

/** A lead that is known by other names now. */
export interface TiedLead {
  id: string
  agentId: string
  /** Leads that turned out to be this one; what is theirs has been joined, their conversations have not. */
  merged: readonly string[]
}

/** Somebody in the address book of a number's phone. */
export interface NamedContact {
  /** As the channel knows them. */
  channelKeys: readonly string[]
  name: string
  at: Date
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
  /** The lead that something of before is about, made when it is not here, and then no new one; one that is here is left as it is. */
  findOrImport: (tx: Tx, input: ChannelLead & { at: Date }) => Promise<{ id: string; isNew: boolean }>
  /** Names a lead as the phone's address book does, unless anybody else has. @returns false when they are nobody's lead */
  nameContact: (tx: Tx, tenantId: string, contact: NamedContact) => Promise<boolean>
  /**
   * Gives whoever has one of these names the new ones, under whichever agent, and makes nobody: several under one agent become one. Held
   * until the transaction ends.
   */
  tieNames: (tx: Tx, tenantId: string, names: { before: ChannelNames; now: ChannelNames }, at: Date) => Promise<TiedLead[]>
  /** Writes what an agent learned. A phone that is none is left out. */
  update: (tx: Tx, which: WhichLead, patch: LeadPatch) => Promise<void>
  /** Notes what the lead told its agent of being written to: no more, in these words; or (null) again. */
  noteOptOut: (tx: Tx, which: WhichLead, optOut: { words: string } | null) => Promise<void>
  /** Notes that the lead told its channel so, at `saidAt`; in the channel's words. */
  optOutByChannel: (tx: Tx, which: WhichLead & { saidAt: Date }, words: string) => Promise<void>
  /** Notes that the lead told its channel at `saidAt` that it wants them again; what it said after that stands. */
  optInByChannel: (tx: Tx, which: WhichLead & { saidAt: Date }, words: string) => Promise<void>
  /** The channel asks for no marketing before then to this person, by whichever names it knows them. */
  delayMarketing: (tx: Tx, which: Omit<WhichLead, 'at'>, until: Date) => Promise<void>
  /** Pauses the agent because a person has stepped in, unless the tenant says otherwise; a pause that stands keeps its holder. */
  pauseForManual: (tx: Tx, who: Pick<Identity, 'tenantId' | 'userId' | 'name'>, leadId: string, at: Date) => Promise<void>
  /** The same where somebody of the team answered on the channel's own app. */
  pauseForEcho: (tx: Tx, which: WhichLead) => Promise<void>
  /** Pauses because the agent's own guard says so; `until` null: till somebody lets it go on. Told by the turn that brings it. */
  pauseForGuard: (tx: Tx, which: WhichLead, pause: { reason: string; until: Date | null }) => Promise<void>
  /** Makes a lead that is nobody, for what stays of one that is erased. @returns its id; null: there is no such lead */
  addNobody: (tx: Tx, which: WhichLead) => Promise<string | null>
  /** Removes the lead's row, once nothing refers to it any more, and tells. */
  remove: (tx: Tx, which: WhichLead) => Promise<void>
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
