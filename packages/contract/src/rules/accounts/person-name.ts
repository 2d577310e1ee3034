import * as z from 'zod/mini'
import { NAME_MAX_CHARS, NAME_MIN_CHARS } from '../../constants.ts'
import { emptyIfInvisible, limitCombiningMarks, removeInvisibleCharacters } from '../text/visible-text.ts'

/** Schema of a user's name (section 5). The error messages are English, as specified (gap G29). */
export const personName = z.string().check(
  z.refine(
    (value) => [...removeInvisibleCharacters(emptyIfInvisible(value))].length >= NAME_MIN_CHARS,
    'Name must be at least 2 characters',
  ),
  z.refine((value) => [...value.trim()].length <= NAME_MAX_CHARS, 'Name must be at most 100 characters'),
  z.refine(
    (value) => /^[\p{L}\p{M}\s'’-]*$/u.test(value) && limitCombiningMarks(value) === value,
    'Name can only contain letters, spaces, hyphens and apostrophes',
  ),
)

/** Schema with the rules of `personName` and a Portuguese error message, for forms that are not specified. */
export const localizedPersonName = z
  .string()
  .check(z.refine((value) => personName.safeParse(value).success, 'Use de 2 a 100 letras, espaços, hifens e apóstrofos.'))

/** Returns the first word of a name. People outside the organisation see only this word of a team member's name. */
export const getFirstName = (name: string): string => name.trim().split(/\s+/)[0] ?? ''

/** Returns the upper-case initials of the first and last words of a name; one letter for a single word. */
export const getInitials = (name: string): string => {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const initialWords = words.length > 1 ? [words[0], words.at(-1)] : words
  return initialWords.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase('pt-BR') ?? '').join('')
}
