import * as z from 'zod/mini'
import { done, success } from '../answer.ts'
import { defineCall } from '../define-call.ts'
import { newPassword, timestamp } from '../fields.ts'

/** A forgotten password (3-team.md, sections 3 and 4). Ours. A link that opens nothing is answered 400 INVALID_INPUT with the reason. */

const token = z.string().check(z.minLength(1, 'Link inválido.'), z.maxLength(200, 'Link inválido.'))

/** Answered alike whoever is asked for; `mail`: this installation sends mail. */
export const askPasswordReset = defineCall({
  name: 'askPasswordReset',
  method: 'POST',
  path: '/auth/password-reset',
  summary: 'Pede um link para uma nova senha, por telefone ou e-mail; a resposta é a mesma exista a conta ou não.',
  body: z.object({
    account: z.string().check(z.trim(), z.minLength(1, 'Digite o seu telefone ou e-mail.'), z.maxLength(254, 'Longo demais.')),
  }),
  answer: success(z.object({ mail: z.boolean() })),
})

/** Looking uses nothing up. */
export const checkPasswordReset = defineCall({
  name: 'checkPasswordReset',
  method: 'POST',
  path: '/auth/password-reset/check',
  summary: 'Diz se um link para uma nova senha ainda vale; olhar não o consome.',
  body: z.object({ token }),
  answer: success(z.object({ organisation: z.string(), expires_at: timestamp })),
})

/** Ends every session of the person and every other link; signs nobody in. */
export const completePasswordReset = defineCall({
  name: 'completePasswordReset',
  method: 'POST',
  path: '/auth/password-reset/complete',
  summary: 'Troca a senha com um link, que vale uma vez, e encerra todas as sessões.',
  body: z.object({ token, newPassword }),
  answer: done,
})
