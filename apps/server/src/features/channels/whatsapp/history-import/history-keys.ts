import { hashErasedMessageId } from '../lead-data/hash-erased-message-id.ts'

/** Returns the event key of an imported message. It identifies a file that waits for the message, and an erased message. */
export const toImportedMessageKey = (channelId: string): string => `past:${channelId}`

/** Returns the event key of a person in the history that a phone delivers. */
export const toPersonKey = (sender: string): string => `person:${sender}`

/** Returns the key of the mark that prevents an erased person's history from being imported again. */
export const toErasedPersonKey = (sender: string): string => hashErasedMessageId(toPersonKey(sender))
