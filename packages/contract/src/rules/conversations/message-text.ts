import * as z from 'zod/mini'
import { MESSAGE_MAX_CHARS } from '../../constants.ts'
import { emptyIfInvisible } from '../text/visible-text.ts'

/**
 * Schema of a message's text (section 5). Trims the text; an invisible text becomes ''. Rejects the character NUL, which PostgreSQL cannot
 * store.
 */
export const messageText = z.string().check(
  // Replaces lone surrogates, which the database would change. A repeated request would then seem to have another text.
  z.overwrite((text) => text.replace(/\p{Surrogate}/gu, '\uFFFD')),
  z.trim(),
  z.overwrite(emptyIfInvisible),
  z.maxLength(MESSAGE_MAX_CHARS, 'A mensagem passa de 4096 caracteres.'),
  z.refine((text) => !text.includes('\u0000'), 'A mensagem tem um caractere inválido.'),
)

export const requiredMessageText = messageText.check(z.minLength(1, 'A mensagem está vazia.'))
