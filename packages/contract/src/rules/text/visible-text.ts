/** Matches one visible character. Spaces, control and formatting characters, blank symbols and combining marks are not visible. */
const VISIBLE_CHARACTER = /[^\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Z}\p{M}\u2800\u{1D159}]/u
const INVISIBLE_CHARACTERS = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Z}\u2800\u{1D159}]/gu
/** Matches more than four combining marks in a row. No language needs that many, and they would overlap other lines of text. */
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu

export const hasVisibleText = (text: string): boolean => VISIBLE_CHARACTER.test(text)

/** Returns the text unchanged if it contains a visible character, otherwise ''. */
export const emptyIfInvisible = (text: string): string => (hasVisibleText(text) ? text : '')

/** Returns a text without its invisible characters and without spaces. */
export const removeInvisibleCharacters = (text: string): string => text.replace(INVISIBLE_CHARACTERS, '')

export const limitCombiningMarks = (text: string): string => text.replace(PILED_MARKS, '$1')
