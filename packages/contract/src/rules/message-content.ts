import * as z from 'zod/mini'
import { MESSAGE_MAX_CHARS } from '../constants.ts'
import { emptyIfInvisible } from './visible-text.ts'

/** Text of a message (section 5): trimmed, and empty if nobody can see anything of it. NUL cannot be stored by PostgreSQL and is refused. */
export const messageText = z.string().check(
  // A lone half of an emoji would be stored as another character, and a retry be taken for another text.
  z.overwrite((text) => text.replace(/\p{Surrogate}/gu, '\uFFFD')),
  z.trim(),
  z.overwrite(emptyIfInvisible),
  z.maxLength(MESSAGE_MAX_CHARS, 'A mensagem passa de 4096 caracteres.'),
  z.refine((text) => !text.includes('\u0000'), 'A mensagem tem um caractere inválido.'),
)

/** The same, never empty. */
export const messageContent = messageText.check(z.minLength(1, 'A mensagem está vazia.'))
