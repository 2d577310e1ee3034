import { createHash } from 'node:crypto'

/**
 * What stays of a channel's id of a message whose lead was erased, for as long as the channel may repeat it: enough to know it again, and
 * nothing else. The id itself holds the lead's phone.
 */
export const erasedKey = (key: string): string => `erased:${createHash('sha256').update(key).digest('hex')}`
