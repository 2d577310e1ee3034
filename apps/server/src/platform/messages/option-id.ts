/**
 * Returns the id of an answer option, by its index from 0. The id is sent with the message, and the lead's answer contains it (MEDIA-18).
 */
export const toOptionId = (index: number): string => String(index + 1)
