import type { Conversation } from '@prosa/contract/entities/conversations/conversation'
import type { Lead } from '@prosa/contract/entities/conversations/lead'
import * as z from 'zod/mini'
import type { Identity } from '../../platform/access/identity.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { leads } from '../../platform/database/schema/conversations/conversations.ts'
import { storableText } from '../../platform/json/json.ts'

export type LeadRow = typeof leads.$inferSelect

/** Identifiers of a lead on its channel. At least one of `channelKey` and `channelUserKey` is set. */
export interface ChannelLead {
  tenantId: string
  agentId: string
  channelKey: string | null
  channelUserKey?: string | null
  /** Data that the channel provides about the lead. Stored only if the lead is new. */
  lead: { name?: string; phone?: string; origin: string }
  /** Whether an archived lead stays archived when the lead writes. By default, the lead is restored. */
  staysArchived?: boolean
}

/** Identifiers of a contact on a channel; each is null if unknown. */
export interface ContactIds {
  channelKey: string | null
  channelUserKey: string | null
  /** Phone number in international format with a leading +. */
  phone: string | null
}

/** Lead whose channel identifiers were changed. */
export interface LinkedLead {
  id: string
  agentId: string
  /** Ids of the leads that were merged into this lead. The caller must merge the conversations of those leads. */
  mergedLeadIds: readonly string[]
}

/** Contact in the address book of the team's phone, which uses the connected WhatsApp number. */
export interface AddressBookContact {
  channelKeys: readonly string[]
  name: string
  at: Date
}

export interface LockedLead {
  id: string
  pause: boolean
  /** Id of another lead that was merged into this lead, or null. The caller must merge the other lead's conversations. */
  mergedLeadId: string | null
}

/** Schema of data about a lead that an agent learned in the conversation. */
export const leadPatch = z.object({
  name: z.exactOptional(storableText),
  company: z.exactOptional(storableText),
  email: z.exactOptional(storableText),
  phone: z.exactOptional(storableText),
})
export type LeadPatch = z.input<typeof leadPatch>

export interface LeadChangeTarget {
  tenantId: string
  leadId: string
  at: Date
}

/** Operations on leads that other features call in their own transactions. No other feature writes the table of leads. */
export interface Leads {
  /**
   * Returns the lead with these identifiers and locks its row until the transaction ends. Creates the lead if none exists; restores an
   * archived lead.
   */
  findOrCreate: (tx: Tx, input: ChannelLead & { at: Date }) => Promise<LockedLead>
  /**
   * Returns the lead to whom imported messages belong. Creates a missing lead, which statistics do not count as new. Does not change an
   * existing lead.
   */
  findOrImport: (tx: Tx, input: ChannelLead & { at: Date }) => Promise<{ id: string; isNew: boolean }>
  /**
   * Sets a lead's name to the name in the phone's address book. Keeps a name from another source.
   * @returns false if the contact is not a lead
   */
  setNameFromAddressBook: (tx: Tx, tenantId: string, contact: AddressBookContact) => Promise<boolean>
  /**
   * Replaces a contact's identifiers in all leads that have one of the old identifiers, for every agent. Locks these leads until the
   * transaction ends, and merges several leads of one agent. Creates no lead.
   */
  linkContactIds: (
    tx: Tx,
    tenantId: string,
    contactIds: { before: ContactIds; now: ContactIds },
    at: Date,
  ) => Promise<LinkedLead[]>
  /** Stores data that an agent learned about a lead. Ignores an invalid phone number. */
  update: (tx: Tx, target: LeadChangeTarget, patch: LeadPatch) => Promise<void>
  /**
   * Stores that the lead asked for no more unrequested messages (opt-out), with the lead's words. Reverts the opt-out if `optOut` is null.
   */
  setOptOutByLead: (tx: Tx, target: LeadChangeTarget, optOut: { words: string } | null) => Promise<void>
  /**
   * Stores an opt-out that the channel reported for time `saidAt`.
   * @param words text of the channel about the opt-out
   */
  setOptOutByChannel: (tx: Tx, target: LeadChangeTarget & { saidAt: Date }, words: string) => Promise<void>
  /** Reverts an opt-out, because the channel reported that the lead opted in at `saidAt`. Keeps an opt-out that is later than `saidAt`. */
  clearOptOutByChannel: (tx: Tx, target: LeadChangeTarget & { saidAt: Date }, words: string) => Promise<void>
  /**
   * Stores that the channel allows no marketing messages to a lead before `until`. Applies to all leads of the tenant with the same channel
   * identifiers.
   */
  delayMarketing: (tx: Tx, target: Omit<LeadChangeTarget, 'at'>, until: Date) => Promise<void>
  /**
   * Pauses the agent because a user wrote to the lead, unless the tenant has disabled this. An existing pause stays unchanged, with the
   * user who started it.
   */
  pauseAfterManualMessage: (
    tx: Tx,
    user: Pick<Identity, 'tenantId' | 'userId' | 'name'>,
    leadId: string,
    at: Date,
  ) => Promise<void>
  /** Pauses the agent because the team answered in the channel's own app. Otherwise like `pauseAfterManualMessage`. */
  pauseAfterEcho: (tx: Tx, target: LeadChangeTarget) => Promise<void>
  /**
   * Pauses the agent because its safety rules (the guard) require it; without end if `until` is null. Emits no event about the
   * conversation, because the caller emits one.
   */
  pauseByGuard: (tx: Tx, target: LeadChangeTarget, pause: { reason: string; until: Date | null }) => Promise<void>
  /**
   * Creates an anonymous lead that replaces an erased lead in statistics.
   * @returns the id of the anonymous lead, or null if the erased lead does not exist
   */
  createAnonymousLead: (tx: Tx, target: LeadChangeTarget) => Promise<string | null>
  /** Deletes a lead's row and emits the deletion. The caller must have removed all references to the row. */
  deleteLead: (tx: Tx, target: LeadChangeTarget) => Promise<void>
  present: (row: LeadRow) => Lead
}

/**
 * Operations on conversations that the leads feature calls. The conversations feature implements them; the leads feature must not depend on
 * it.
 */
export interface LeadConversations {
  /** Returns the lead's conversations in the format of socket events. */
  presentConversations: (tx: Tx, tenantId: string, leadId: string) => Promise<Conversation[]>
  /** Marks the lead's conversations as changed, because clients display the lead's pause with them. */
  markChanged: (tx: Tx, target: LeadChangeTarget) => Promise<void>
  /** Copies the lead's archive flag to the lead's conversations, for the database index of the conversation list. */
  setArchive: (tx: Tx, target: LeadChangeTarget, archive: boolean) => Promise<void>
}
