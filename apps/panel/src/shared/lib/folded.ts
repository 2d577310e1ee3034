/** A text as a person searches it: without accents, capitals and outer spaces. */
export const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
