import * as z from 'zod/mini'
import { MESSAGE_MAX_CHARS } from '../../constants.ts'
import { emptyIfInvisible } from '../text/visible-text.ts'

/**
 * Schema of a message's text (section 5). Trims the text, and replaces it with '' if no character is visible. Rejects the character NUL,
 * which PostgreSQL cannot store.
 */
export const messageText = z.string().check(
  // Replaces lone surrogates. Otherwise the database would store another character, and a repeated request would appear to have a different
  // text.
  z.overwrite((text) => text.replace(/\p{Surrogate}/gu, '\uFFFD')),
  z.trim(),
  z.overwrite(emptyIfInvisible),
  z.maxLength(MESSAGE_MAX_CHARS, 'A mensagem passa de 4096 caracteres.'),
  z.refine((text) => !text.includes('\u0000'), 'A mensagem tem um caractere inválido.'),
)

/** Schema of a message's text that must not be empty. */
export const requiredMessageText = messageText.check(z.minLength(1, 'A mensagem está vazia.'))
