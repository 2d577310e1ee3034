/** Under which names bytes lie in the store. A content's own name is its SHA-256. */

/** The small picture of these bytes. */
export const thumbName = (storedAs: string): string => `thumbs/${storedAs}`

/** What is coming in: all of it below one name. */
export const incoming = (id: string): string => `incoming/${id}`

export const partName = (id: string, part: number): string => `${incoming(id)}/${part}`

/** All of it, in one, while nobody has said what it is. */
export const wholeName = (id: string): string => `${incoming(id)}/whole`

/** The same of one look among several at once: what one has judged, no other changes beneath it. */
export const wholeOf = (id: string, look: string): string => `${wholeName(id)}-${look}`

/** What whoever reads a message's file keeps beside it until the database has it: apart from what comes in, which goes when the file is here. */
export const besideName = (messageId: string): string => `beside/${messageId}`
