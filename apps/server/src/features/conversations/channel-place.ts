import type { Tx } from '../../kernel/db/database.ts'
import type { Deps } from '../../kernel/deps.ts'

/** Where on its channel a conversation happens. */
export interface ChannelPlace {
  tenantId: string
  agentId: string
  channel: string
  /** Who the lead is on the channel. */
  channelKey: string | null
  /** The same lead by the channel's second name for it; one of the two is always there. */
  channelUserKey?: string | null
  /** The channel's account that the lead writes to, and the lead's address there. */
  via?: { accountId: string; address: string }
  /** What the channel knows of a lead that is new. */
  lead: { name?: string; phone?: string; origin: string }
}

/** Finds the lead of a channel's names, or makes it; archived leads come back when they write. `merged` was found to be the same lead. */
export type FindOrCreateLead = (
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
  input: Pick<ChannelPlace, 'tenantId' | 'agentId' | 'channelKey' | 'channelUserKey' | 'lead'> & { at: Date },
) => Promise<{ id: string; pause: boolean; merged: string | null }>
