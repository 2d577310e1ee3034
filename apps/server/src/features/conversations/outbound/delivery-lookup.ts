/** Message whose delivery is unknown: it may have been sent, but no delivery status arrived. */
export interface UnknownDelivery {
  tenantId: string
  accountId: string | null
  address: string | null
  attemptedAt: Date | null
}

/**
 * Result of searching the channel's history for a message with unknown delivery. `confirmed`: found. `none`: not found. `unclear`:
 * ambiguous. `not-offered`: the channel has no history. `later`: the channel could not be reached.
 */
export type DeliveryLookup = { kind: 'confirmed'; channelId: string } | { kind: 'none' | 'unclear' | 'not-offered' | 'later' }
