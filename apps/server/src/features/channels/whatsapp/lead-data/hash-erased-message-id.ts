import { createHash } from 'node:crypto'

/**
 * Returns the hash that replaces a channel's message id after the lead was erased, because the id contains the lead's phone number. It is
 * stored as long as the channel may repeat the message, to recognize it.
 */
export const hashErasedMessageId = (key: string): string => `erased:${createHash('sha256').update(key).digest('hex')}`
