/** A message with unknown delivery: it may have been sent, but no status arrived. */
export interface UnknownDelivery {
  tenantId: string
  accountId: string | null
  address: string | null
  attemptedAt: Date | null
}

/**
 * Result of searching a channel's history for a message with unknown delivery: found, not found, or ambiguous. `not-offered`: the channel
 * has no history; `later`: it could not be reached.
 */
export type DeliveryLookup = { kind: 'confirmed'; channelId: string } | { kind: 'none' | 'unclear' | 'not-offered' | 'later' }
