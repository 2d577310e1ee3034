import { createHash } from 'node:crypto'

/**
 * Returns the erasure mark that replaces the key of an erased lead's webhook event. It is a hash, because the key contains the phone
 * number. The mark is needed to recognise a repeated event.
 */
export const hashErasedMessageId = (key: string): string => `erased:${createHash('sha256').update(key).digest('hex')}`
