/** Matches what shows something: all but ignorable, formatting and control characters, spaces, blank symbols, and marks without a letter. */
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Z}\p{M}\u2800\u{1D159}]/u
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Z}\u2800\u{1D159}]/gu
/** More marks on one character than people's languages use: they run over the lines around them. */
const PILED_MARKS = /(\p{M}{4})\p{M}+/gu

/** Whether anybody can see something of a text. */
export const hasVisibleText = (text: string): boolean => VISIBLE.test(text)

/** Returns a text as it is, or an empty one if nobody can see anything of it. */
export const emptyIfInvisible = (text: string): string => (hasVisibleText(text) ? text : '')

/** Returns a text without the characters that show nothing, its spaces included. */
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '')

/** Returns a text with at most four combining marks in a row. */
export const limitMarks = (text: string): string => text.replace(PILED_MARKS, '$1')
