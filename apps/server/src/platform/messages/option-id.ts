/** Returns the id of an answer option by its index. The lead's answer contains this id (MEDIA-18). */
export const toOptionId = (index: number): string => String(index + 1)
