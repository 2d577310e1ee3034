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
  /** Data that the channel provides about the lead. They are stored if the lead is new. */
  lead: { name?: string; phone?: string; origin: string }
  /** Whether an archived lead stays archived. Otherwise the message restores the lead. */
  staysArchived?: boolean
}

/** Identifiers of a contact on a channel; each is null if unknown. */
export interface ContactIds {
  channelKey: string | null
  channelUserKey: string | null
  /** Phone number in international format with a leading +. */
  phone: string | null
}

/** Lead whose identifiers on the channel were changed. */
export interface LinkedLead {
  id: string
  agentId: string
  /** Ids of leads that were merged into this lead. The conversations of those leads are not merged yet. */
  mergedLeadIds: readonly string[]
}

/** Contact in the address book of the phone that uses the WhatsApp number. */
export interface AddressBookContact {
  /** Identifiers of the contact on the channel. */
  channelKeys: readonly string[]
  name: string
  at: Date
}

export interface LockedLead {
  id: string
  pause: boolean
  /** Id of another lead that was merged into this lead, or null. The conversations of the other lead are not merged yet. */
  mergedLeadId: string | null
}

/** Data about a lead that an agent learned in the conversation. */
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

/** Operations on leads that other features call within their own transactions. No other feature writes the table of leads. */
export interface Leads {
  /**
   * Returns the lead with these identifiers and locks the lead's row until the transaction ends. Creates the lead if none exists, and
   * restores an archived lead.
   */
  findOrCreate: (tx: Tx, input: ChannelLead & { at: Date }) => Promise<LockedLead>
  /**
   * Returns the lead to whom imported history belongs. Creates the lead if none exists, without counting them as a new lead. Does not
   * change an existing lead.
   */
  findOrImport: (tx: Tx, input: ChannelLead & { at: Date }) => Promise<{ id: string; isNew: boolean }>
  /**
   * Sets a lead's name to the name in the phone's address book, unless the lead's name comes from another source. @returns false if the
   * contact is not a lead
   */
  setNameFromAddressBook: (tx: Tx, tenantId: string, contact: AddressBookContact) => Promise<boolean>
  /**
   * Replaces a contact's identifiers in all leads that have one of the old identifiers, under every agent, and locks the leads until the
   * transaction ends. Creates no lead. If several leads of one agent are found, merges them.
   */
  linkContactIds: (
    tx: Tx,
    tenantId: string,
    contactIds: { before: ContactIds; now: ContactIds },
    at: Date,
  ) => Promise<LinkedLead[]>
  /** Updates a lead with data that an agent learned. Ignores an invalid phone number. */
  update: (tx: Tx, target: LeadChangeTarget, patch: LeadPatch) => Promise<void>
  /**
   * Stores that the lead asked the agent to stop writing, with the lead's words. If `optOut` is null, stores that the agent may write
   * again.
   */
  setOptOutByLead: (tx: Tx, target: LeadChangeTarget, optOut: { words: string } | null) => Promise<void>
  /** Stores that the lead opted out through the channel at `saidAt`. `words`: text of the channel about the opt-out. */
  setOptOutByChannel: (tx: Tx, target: LeadChangeTarget & { saidAt: Date }, words: string) => Promise<void>
  /** Stores that the lead opted in again through the channel at `saidAt`. An opt-out after `saidAt` is kept. */
  clearOptOutByChannel: (tx: Tx, target: LeadChangeTarget & { saidAt: Date }, words: string) => Promise<void>
  /**
   * Stores that the channel allows no marketing messages to this person before `until`. Applies to all leads of the tenant that have the
   * same channel identifiers.
   */
  delayMarketing: (tx: Tx, target: Omit<LeadChangeTarget, 'at'>, until: Date) => Promise<void>
  /**
   * Pauses the agent because a user wrote to the lead, unless the tenant has disabled this. If the agent is already paused, the user who
   * paused it stays recorded.
   */
  pauseAfterManualMessage: (
    tx: Tx,
    user: Pick<Identity, 'tenantId' | 'userId' | 'name'>,
    leadId: string,
    at: Date,
  ) => Promise<void>
  /** Pauses the agent because someone of the team answered in the channel's own app. Otherwise like `pauseForManual`. */
  pauseAfterEcho: (tx: Tx, target: LeadChangeTarget) => Promise<void>
  /**
   * Pauses the agent because its safety rules (the guard) require it. If `until` is null, the pause has no end. Emits no event to clients
   * about the conversation; the calling turn does.
   */
  pauseByGuard: (tx: Tx, target: LeadChangeTarget, pause: { reason: string; until: Date | null }) => Promise<void>
  /**
   * Creates a placeholder lead that replaces an erased lead in statistics. @returns the id of the placeholder lead, or null if the lead
   * does not exist
   */
  createAnonymousLead: (tx: Tx, target: LeadChangeTarget) => Promise<string | null>
  /** Deletes the lead's row and emits the deletion. Call it only when no row refers to the lead any more. */
  deleteLead: (tx: Tx, target: LeadChangeTarget) => Promise<void>
  /** Converts a lead row to the contract's `Lead`. */
  present: (row: LeadRow) => Lead
}

/**
 * Operations on conversations that the leads feature calls. The conversations feature implements them, because it depends on the leads
 * feature and not the other way round.
 */
export interface LeadConversations {
  /** Returns the lead's conversations in the format in which events contain them. */
  presentConversations: (tx: Tx, tenantId: string, leadId: string) => Promise<Conversation[]>
  /** Marks the lead's conversations as changed, because they contain the lead's pause. */
  markChanged: (tx: Tx, target: LeadChangeTarget) => Promise<void>
  /** Copies the lead's archive flag to the lead's conversations. The database index of the conversation list uses the copy. */
  setArchive: (tx: Tx, target: LeadChangeTarget, archive: boolean) => Promise<void>
}
