import { hashErasedMessageId } from '../lead-data/hash-erased-message-id.ts'

/** Returns the event key of an imported message. Used for a file that waits for its message, and for an erased message. */
export const toImportedMessageKey = (channelId: string): string => `past:${channelId}`

export const toPersonKey = (sender: string): string => `person:${sender}`

/** Returns the key of the erasure mark of a person. The mark prevents another import of the person's history. */
export const toErasedPersonKey = (sender: string): string => hashErasedMessageId(toPersonKey(sender))
