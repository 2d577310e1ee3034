/** Names of bytes in the store. Stored content is named by its SHA-256. */

/** Returns the name of the thumbnail of stored bytes. */
export const getThumbnailName = (storedAs: string): string => `thumbs/${storedAs}`

/** Returns the prefix of all bytes of an incoming file. */
export const getIncomingPrefix = (id: string): string => `incoming/${id}`

export const getPartName = (id: string, part: number): string => `${getIncomingPrefix(id)}/${part}`

/** Returns the name of the complete incoming file, before it is inspected. */
export const getIncomingFileName = (id: string): string => `${getIncomingPrefix(id)}/whole`

/** Returns the name of the complete file for one of several concurrent inspections, so that none changes the bytes of another. */
export const getInspectionFileName = (id: string, look: string): string => `${getIncomingFileName(id)}-${look}`

/**
 * Returns the name under which a reader of a message's file keeps its result until the database has it. It is separate from the incoming
 * bytes, which are removed when the file is stored.
 */
export const getReaderResultName = (messageId: string): string => `beside/${messageId}`
