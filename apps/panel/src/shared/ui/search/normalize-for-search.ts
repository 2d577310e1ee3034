/** Normalises a text for search: removes accents and surrounding spaces, and converts it to lower case. */
export const normalizeForSearch = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
