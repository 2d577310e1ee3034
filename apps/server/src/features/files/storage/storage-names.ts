/** Names of bytes in the file store. The permanent name of a file's bytes is their SHA-256. */

/** Returns the storage name of the thumbnail of the bytes that are stored under `storedAs`. */
export const getThumbnailName = (storedAs: string): string => `thumbs/${storedAs}`

/** Returns the prefix of all storage names of an incoming file. */
export const getIncomingPrefix = (id: string): string => `incoming/${id}`

export const getPartName = (id: string, part: number): string => `${getIncomingPrefix(id)}/${part}`

/** Returns the storage name of a completely received file before its inspection. */
export const getIncomingFileName = (id: string): string => `${getIncomingPrefix(id)}/whole`

/**
 * Returns the storage name of the joined file for one inspection. Each inspection has its own name, so that none changes the bytes of
 * another.
 */
export const getInspectionFileName = (id: string, inspectionId: string): string => `${getIncomingFileName(id)}-${inspectionId}`

/**
 * Returns the storage name for an intermediate result about a message's file, such as a transcription. It does not begin with the incoming
 * prefix, because incoming bytes are removed as soon as the file is stored.
 */
export const getReaderResultName = (messageId: string): string => `beside/${messageId}`
