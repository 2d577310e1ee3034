/** Matches a visible character: not ignorable, a formatting or control character, a space, a blank symbol, or a combining mark. */
const VISIBLE_CHARACTER = /[^\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Z}\p{M}\u2800\u{1D159}]/u
const INVISIBLE_CHARACTERS = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Z}\u2800\u{1D159}]/gu
/** Matches more than four combining marks in a row. No language needs that many, and they would overlap other lines. */
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu

/** Whether a text contains a visible character. */
export const hasVisibleText = (text: string): boolean => VISIBLE_CHARACTER.test(text)

/** Returns the text unchanged, or '' if it contains no visible character. */
export const emptyIfInvisible = (text: string): string => (hasVisibleText(text) ? text : '')

/** Returns a text without its invisible characters and spaces. */
export const removeInvisibleCharacters = (text: string): string => text.replace(INVISIBLE_CHARACTERS, '')

/** Returns a text with at most four combining marks in a row. */
export const limitCombiningMarks = (text: string): string => text.replace(PILED_MARKS, '$1')
