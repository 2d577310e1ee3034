import * as z from 'zod/mini'
import { defineCall } from '../../define-call.ts'
import { newPassword, timestamp } from '../../fields.ts'
import { successWithData, successWithoutData } from '../../responses.ts'

/**
 * API endpoints for resetting a forgotten password (3-team.md, sections 3 and 4). Requests with an invalid link are rejected with 400
 * INVALID_INPUT. Prosa extension.
 */

const token = z.string().check(z.minLength(1, 'Link inválido.'), z.maxLength(200, 'Link inválido.'))

/**
 * Requests a password-reset link. The response is the same whether or not the account exists. Its field `mail` states whether the server
 * can send e-mail.
 */
export const requestPasswordReset = defineCall({
  name: 'askPasswordReset',
  method: 'POST',
  path: '/auth/password-reset',
  summary: 'Pede um link para uma nova senha, por telefone ou e-mail; a resposta é a mesma exista a conta ou não.',
  body: z.object({
    account: z.string().check(z.trim(), z.minLength(1, 'Digite o seu telefone ou e-mail.'), z.maxLength(254, 'Longo demais.')),
  }),
  answer: successWithData(z.object({ mail: z.boolean() })),
})

/** Checks whether a password-reset link is valid. The link stays valid. */
export const checkPasswordReset = defineCall({
  name: 'checkPasswordReset',
  method: 'POST',
  path: '/auth/password-reset/check',
  summary: 'Diz se um link para uma nova senha ainda vale; olhar não o consome.',
  body: z.object({ token }),
  answer: successWithData(z.object({ organisation: z.string(), expires_at: timestamp })),
})

/**
 * Sets a new password with a reset link. Ends all sessions of the user and invalidates all other reset links. Does not sign the user in.
 */
export const completePasswordReset = defineCall({
  name: 'completePasswordReset',
  method: 'POST',
  path: '/auth/password-reset/complete',
  summary: 'Troca a senha com um link, que vale uma vez, e encerra todas as sessões.',
  body: z.object({ token, newPassword }),
  answer: successWithoutData,
})
