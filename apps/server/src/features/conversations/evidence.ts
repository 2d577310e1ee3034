/** A message that may have gone out: nobody has said a word of it. */
export interface DoubtfulMessage {
  tenantId: string
  accountId: string | null
  address: string | null
  attemptedAt: Date | null
}

/**
 * What a channel's own history says of a doubtful message: it is there, it is not, or that cannot be told. `not-offered`: there is no such
 * history; `later`: it was not reached.
 */
export type Evidence = { kind: 'confirmed'; channelId: string } | { kind: 'none' | 'unclear' | 'not-offered' | 'later' }
