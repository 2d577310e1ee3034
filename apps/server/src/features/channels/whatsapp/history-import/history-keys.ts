import { hashErasedMessageId } from '../lead-data/hash-erased-message-id.ts'

/** Returns the event key of a file that waits for its imported message, or of an erased imported message. */
export const toImportedMessageKey = (channelId: string): string => `past:${channelId}`

/** Returns the event key of a person whose history a phone delivers. */
export const toPersonKey = (sender: string): string => `person:${sender}`

/** Returns the key of the mark for an erased person, whose history must not be restored. */
export const toErasedPersonKey = (sender: string): string => hashErasedMessageId(toPersonKey(sender))
