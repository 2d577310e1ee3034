import * as z from 'zod/mini'
import { defineCall } from '../../define-call.ts'
import { user } from '../../entities/accounts/user.ts'
import { id, newPassword, optionalPhone, timestamp } from '../../fields.ts'
import { successWithData } from '../../responses.ts'
import { personName } from '../../rules/accounts/person-name.ts'

const params = z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) })

export const validateInvitation = defineCall({
  name: 'validateInvitation',
  method: 'GET',
  path: '/onboarding/:token',
  summary: 'O convite por trás de um link; olhar não o consome.',
  params,
  answer: successWithData(
    z.object({
      token: z.optional(z.string()),
      user: z.object({
        id: z.optional(id),
        email: z.string(),
        name: z.nullish(z.string()),
        role: z.optional(z.string()),
        /**
         * Null if the invited user has no phone number yet, and thus cannot sign in (gap G10). Omitted by servers that do not report it.
         */
        phone: z.nullish(z.string()),
      }),
      tenant: z.object({ id: z.optional(id), name: z.string(), domain: z.optional(z.string()) }),
      invitation: z.object({ expiresAt: timestamp }),
    }),
  ),
})

export const completeOnboarding = defineCall({
  name: 'completeOnboarding',
  method: 'POST',
  path: '/onboarding/:token',
  summary: 'Cria a conta do convidado e abre sua sessão; o link vale uma vez.',
  params,
  body: z.object({ name: personName, phone: z.optional(optionalPhone), password: newPassword }),
  answer: successWithData(z.object({ token: z.string(), user })),
})
