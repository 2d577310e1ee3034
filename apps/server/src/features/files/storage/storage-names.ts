/** Names of bytes in the file store. Completely stored content is named by the SHA-256 of its bytes. */

/** Returns the storage name of the thumbnail of the bytes that are stored under `storedAs`. */
export const getThumbnailName = (storedAs: string): string => `thumbs/${storedAs}`

/** Returns the prefix of all storage names for a file that is being received. */
export const getIncomingPrefix = (id: string): string => `incoming/${id}`

export const getPartName = (id: string, part: number): string => `${getIncomingPrefix(id)}/${part}`

/** Returns the storage name of a completely received file, before it is inspected. */
export const getIncomingFileName = (id: string): string => `${getIncomingPrefix(id)}/whole`

/**
 * Returns the storage name of a complete file for one inspection (`look`). Concurrent inspections use different names, so that none changes
 * the bytes of another.
 */
export const getInspectionFileName = (id: string, inspectionId: string): string => `${getIncomingFileName(id)}-${inspectionId}`

/**
 * Returns the storage name under which a reader of a message's file, such as the transcription, keeps its result until the result is in the
 * database. It is separate from the incoming bytes, which are removed when the file is stored.
 */
export const getReaderResultName = (messageId: string): string => `beside/${messageId}`
