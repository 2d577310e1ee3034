/** Names of bytes in the store. Stored content is named by its SHA-256. */

/** Returns the name of the thumbnail of stored bytes. */
export const thumbName = (storedAs: string): string => `thumbs/${storedAs}`

/** Returns the prefix of all bytes of an incoming file. */
export const incoming = (id: string): string => `incoming/${id}`

export const partName = (id: string, part: number): string => `${incoming(id)}/${part}`

/** Returns the name of the complete incoming file, before it is inspected. */
export const wholeName = (id: string): string => `${incoming(id)}/whole`

/** Returns the name of the complete file for one of several concurrent inspections, so that none changes the bytes of another. */
export const wholeOf = (id: string, look: string): string => `${wholeName(id)}-${look}`

/**
 * Returns the name under which a reader of a message's file keeps its result until the database has it. It is separate from the incoming
 * bytes, which are removed when the file is stored.
 */
export const besideName = (messageId: string): string => `beside/${messageId}`
