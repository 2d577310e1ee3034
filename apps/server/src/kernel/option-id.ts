/** The id of an option of ours, by its place among them; it goes out with the message, and an answer brings it back (MEDIA-18). */
export const optionId = (at: number): string => String(at + 1)
