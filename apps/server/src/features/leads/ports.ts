import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import type { Lead } from '@prosa/contract/entities/conversations/lead'
import * as z from 'zod/mini'
import type { Identity } from '../../platform/access/identity.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { leads } from '../../platform/database/schema/conversations/conversations.ts'
import { storableText } from '../../platform/json/json.ts'

export type LeadRow = typeof leads.$inferSelect

/** Identifiers of a lead on its channel. At least one of the two keys is set. */
export interface ChannelLead {
  tenantId: string
  agentId: string
  channelKey: string | null
  channelUserKey?: string | null
  /** Data for a new lead, from the channel. */
  lead: { name?: string; phone?: string; origin: string }
  /** Whether an archived lead stays archived instead of being restored by the message. */
  staysArchived?: boolean
}

/** Identifiers of a contact on a channel; null if unknown. */
export interface ContactIds {
  channelKey: string | null
  channelUserKey: string | null
  /** International format with +. */
  phone: string | null
}

/** Lead whose identifiers were changed. */
export interface LinkedLead {
  id: string
  agentId: string
  /** Leads that were merged into this one. Their conversations are not merged yet. */
  merged: readonly string[]
}

/** Contact in the address book of a number's phone. */
export interface AddressBookContact {
  /** Identifiers on the channel. */
  channelKeys: readonly string[]
  name: string
  at: Date
}

export interface LockedLead {
  id: string
  pause: boolean
  /** Id of another lead that was merged into this one; its conversations are not merged yet. Null if there is none. */
  merged: string | null
}

/** Data of a lead that an agent learned. */
export const leadPatch = z.object({
  name: z.exactOptional(storableText),
  company: z.exactOptional(storableText),
  email: z.exactOptional(storableText),
  phone: z.exactOptional(storableText),
})
export type LeadPatch = z.input<typeof leadPatch>

/** Lead to change, and the time of the change. */
export interface LeadChangeTarget {
  tenantId: string
  leadId: string
  at: Date
}

/** Operations on leads that other features call within their own transactions. No other feature writes the table. */
export interface Leads {
  /**
   * Returns the lead with these identifiers and locks it until the transaction ends. Creates it if it is new, and restores it if it is
   * archived.
   */
  findOrCreate: (tx: Tx, input: ChannelLead & { at: Date }) => Promise<LockedLead>
  /**
   * Returns the lead that imported history belongs to. Creates it if it does not exist, without treating it as a new lead; an existing lead
   * is not changed.
   */
  findOrImport: (tx: Tx, input: ChannelLead & { at: Date }) => Promise<{ id: string; isNew: boolean }>
  /** Names a lead as the phone's address book does, unless it was named by anyone else. @returns false if the contact is not a lead */
  nameContact: (tx: Tx, tenantId: string, contact: AddressBookContact) => Promise<boolean>
  /**
   * Sets new identifiers for all leads with one of the old ones, under every agent, and locks them until the transaction ends. Creates no
   * lead. Merges several leads of one agent.
   */
  tieNames: (tx: Tx, tenantId: string, names: { before: ContactIds; now: ContactIds }, at: Date) => Promise<LinkedLead[]>
  /** Updates a lead with data that an agent learned. Ignores an invalid phone number. */
  update: (tx: Tx, which: LeadChangeTarget, patch: LeadPatch) => Promise<void>
  /** Stores that the lead told its agent to stop writing, with the lead's words, or (null) that it may write again. */
  noteOptOut: (tx: Tx, which: LeadChangeTarget, optOut: { words: string } | null) => Promise<void>
  /** Stores that the lead opted out through its channel at `saidAt`, with the channel's words. */
  optOutByChannel: (tx: Tx, which: LeadChangeTarget & { saidAt: Date }, words: string) => Promise<void>
  /** Stores that the lead opted in again through its channel at `saidAt`. Does not override a later opt-out. */
  optInByChannel: (tx: Tx, which: LeadChangeTarget & { saidAt: Date }, words: string) => Promise<void>
  /** Stores that the channel allows no marketing messages to this lead before `until`, whichever of the lead's identifiers are used. */
  delayMarketing: (tx: Tx, which: Omit<LeadChangeTarget, 'at'>, until: Date) => Promise<void>
  /** Pauses the agent because a user wrote to the lead, unless the tenant has disabled this. An existing pause keeps its owner. */
  pauseForManual: (tx: Tx, who: Pick<Identity, 'tenantId' | 'userId' | 'name'>, leadId: string, at: Date) => Promise<void>
  /** Like `pauseForManual`, for a team member who answered in the channel's own app. */
  pauseForEcho: (tx: Tx, which: LeadChangeTarget) => Promise<void>
  /** Pauses the agent at the request of its guard. `until` is null for a pause without end. The calling turn emits the change. */
  pauseForGuard: (tx: Tx, which: LeadChangeTarget, pause: { reason: string; until: Date | null }) => Promise<void>
  /** Creates a placeholder lead for the data that remains of an erased lead. @returns its id, or null if the lead does not exist */
  addNobody: (tx: Tx, which: LeadChangeTarget) => Promise<string | null>
  /** Deletes the lead's row, once nothing refers to it, and emits the deletion. */
  remove: (tx: Tx, which: LeadChangeTarget) => Promise<void>
  /** Converts a row to the contract's lead. */
  present: (row: LeadRow) => Lead
}

/** Operations of the conversations feature that leads need. It depends on leads, so it provides them. */
export interface LeadConversations {
  /** Returns the lead's conversations as sent in events. */
  views: (tx: Tx, tenantId: string, leadId: string) => Promise<Conversation[]>
  /** Marks the conversations as changed, because they show the lead's pause. */
  touch: (tx: Tx, which: LeadChangeTarget) => Promise<void>
  /** Copies the lead's archive flag to its conversations, for the index of the list. */
  setArchive: (tx: Tx, which: LeadChangeTarget, archive: boolean) => Promise<void>
}
