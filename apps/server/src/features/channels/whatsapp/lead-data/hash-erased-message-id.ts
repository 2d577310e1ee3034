import { createHash } from 'node:crypto'

/**
 * Returns the mark that replaces the key of a webhook event after its lead was erased: a hash, because the key contains the lead's phone
 * number. The mark is stored as long as the channel may repeat the event, so that the repetition is recognised.
 */
export const hashErasedMessageId = (key: string): string => `erased:${createHash('sha256').update(key).digest('hex')}`
