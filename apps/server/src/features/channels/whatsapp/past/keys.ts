import { erasedKey } from '../../../../kernel/erased-key.ts'

/** Under which the inbox keeps a file whose past message has not come, and knows a past message that was erased. */
export const pastKey = (channelId: string): string => `past:${channelId}`

/** Somebody whose past a phone hands over. */
export const personKey = (sender: string): string => `person:${sender}`

/** The mark of somebody whom an erasure has left nothing of: their past does not come back. */
export const erasedPerson = (sender: string): string => erasedKey(personKey(sender))
