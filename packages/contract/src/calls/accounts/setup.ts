import * as z from 'zod/mini'
import { defineCall } from '../../define-call.ts'
import { user } from '../../entities/accounts/user.ts'
import { newPassword } from '../../fields.ts'
import { successWithData, successWithoutData } from '../../responses.ts'
import { localizedPersonName } from '../../rules/accounts/person-name.ts'
import { getSignInPhoneError } from '../../rules/accounts/sign-in-errors.ts'
import { tenantDomain, tenantName } from '../organisation/tenants.ts'

/**
 * API endpoints that create the first organisation of a new installation (3-team.md, section 3). Requests need a token that the server
 * prints; an invalid token is rejected with 400 INVALID_INPUT. After the first organisation exists, all requests are rejected with 404.
 * Prosa extension.
 */

const token = z.string().check(z.minLength(1, 'Link inválido.'), z.maxLength(600, 'Link inválido.'))

export const checkSetupToken = defineCall({
  name: 'checkSetup',
  method: 'POST',
  path: '/setup/check',
  summary: 'Diz se o endereço da primeira organização ainda vale; olhar não o consome.',
  body: z.object({ token }),
  answer: successWithoutData,
})

export const completeSetup = defineCall({
  name: 'setUp',
  method: 'POST',
  path: '/setup',
  summary: 'Cria a primeira organização e a primeira pessoa, e abre a sessão dela.',
  body: z.object({
    token,
    organisation: z.object({ name: tenantName, domain: tenantDomain }),
    person: z.object({
      name: localizedPersonName,
      phone: z.string().check(
        z.refine((value) => getSignInPhoneError(value) === undefined, {
          error: ({ input }) => getSignInPhoneError(String(input)),
        }),
      ),
      email: z.string().check(z.trim(), z.toLowerCase(), z.email('E-mail inválido.'), z.maxLength(254)),
      password: newPassword,
    }),
  }),
  answer: successWithData(z.object({ token: z.string(), user })),
})
