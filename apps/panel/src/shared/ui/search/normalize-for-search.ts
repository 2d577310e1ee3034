/** Normalises a text for search: no accents, lower case, trimmed. */
export const normalizeForSearch = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
