import * as z from 'zod/mini'
import { MESSAGE_MAX_CHARS } from '../../constants.ts'
import { emptyIfInvisible } from '../text/visible-text.ts'

/** Text of a message (section 5). Trims it, and empties it if no character is visible. Rejects NUL, which PostgreSQL cannot store. */
export const messageText = z.string().check(
  // A lone surrogate would be stored as another character, so a retry would look like a different text.
  z.overwrite((text) => text.replace(/\p{Surrogate}/gu, '\uFFFD')),
  z.trim(),
  z.overwrite(emptyIfInvisible),
  z.maxLength(MESSAGE_MAX_CHARS, 'A mensagem passa de 4096 caracteres.'),
  z.refine((text) => !text.includes('\u0000'), 'A mensagem tem um caractere inválido.'),
)

/** Text of a message that must not be empty. */
export const requiredMessageText = messageText.check(z.minLength(1, 'A mensagem está vazia.'))
