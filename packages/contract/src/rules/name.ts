import * as z from 'zod/mini'
import { NAME_MAX, NAME_MIN } from '../constants.ts'
import { emptyIfInvisible, limitMarks, withoutInvisible } from './visible-text.ts'

/** Section 5, name: its messages are in English (gap G29). */
export const personName = z.string().check(
  z.refine((value) => [...withoutInvisible(emptyIfInvisible(value))].length >= NAME_MIN, 'Name must be at least 2 characters'),
  z.refine((value) => [...value.trim()].length <= NAME_MAX, 'Name must be at most 100 characters'),
  z.refine(
    (value) => /^[\p{L}\p{M}\s'’-]*$/u.test(value) && limitMarks(value) === value,
    'Name can only contain letters, spaces, hyphens and apostrophes',
  ),
)

/** The same rule where the words are ours: in what docs/items.md does not speak of. */
export const ourPersonName = z
  .string()
  .check(z.refine((value) => personName.safeParse(value).success, 'Use de 2 a 100 letras, espaços, hifens e apóstrofos.'))

/** What a person is called to their face, and all that a stranger is told of a name: its first word. */
export const firstNameOf = (name: string): string => name.trim().split(/\s+/)[0] ?? ''

/** First letters of the first and last words; one letter for a one-word name (section 2, user menu). */
export const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase('pt-BR') ?? '').join('')
}
