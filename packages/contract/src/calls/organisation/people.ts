import * as z from 'zod/mini'
import { defineCall } from '../../define-call.ts'
import { person } from '../../entities/organisation/person.ts'
import { cursorQuery, id, listQuery, queryFlag, timestamp } from '../../fields.ts'
import { successWithData } from '../../responses.ts'
import { ROLES } from '../../roles.ts'
import { localizedPersonName } from '../../rules/accounts/person-name.ts'
import { getSignInPhoneError } from '../../rules/accounts/sign-in-errors.ts'

/** Users of the organisation (3-team.md, sections 2 and 3). Prosa extension. */

/** Selects another organisation; only for staff of the platform. For anybody else that organisation does not exist (404). */
const tenantFilter = z.strictObject({ tenant_id: z.optional(id) })
const params = z.object({ id })

/** Sorted by name; 50 users without `limit`. `search` matches parts of the name and, for managers, of e-mail and phone. */
export const listPeople = defineCall({
  name: 'listPeople',
  method: 'GET',
  path: '/users',
  summary: 'Lista as pessoas da organização, por nome.',
  query: z.extend(tenantFilter, {
    search: listQuery.search,
    active: z.optional(queryFlag),
    role: z.optional(z.enum(ROLES)),
    limit: listQuery.limit,
    ...cursorQuery,
  }),
  answer: successWithData(z.object({ people: z.array(person), nextCursor: z.nullish(z.string()) })),
})

export const getPerson = defineCall({
  name: 'getPerson',
  method: 'GET',
  path: '/users/:id',
  summary: 'Uma pessoa da organização.',
  params,
  query: tenantFilter,
  answer: successWithData(person),
})

/** Changes to a user. Users change their own name, e-mail and phone; a manager also changes the role of others. */
export const personChanges = z.object({
  name: z.optional(localizedPersonName),
  /** An empty string removes the address. */
  email: z.optional(
    z.string().check(
      z.trim(),
      z.refine((value) => value === '' || z.email().safeParse(value).success, 'E-mail inválido.'),
      z.maxLength(254),
    ),
  ),
  phone: z.optional(
    z.string().check(
      z.refine((value) => getSignInPhoneError(value) === undefined, {
        error: ({ input }) => getSignInPhoneError(String(input)),
      }),
    ),
  ),
  role: z.optional(z.enum(ROLES)),
})

/** Changing the phone number ends the user's sessions. */
export const updatePerson = defineCall({
  name: 'updatePerson',
  method: 'PATCH',
  path: '/users/:id',
  summary: 'Muda nome, e-mail, telefone ou papel de uma pessoa.',
  params,
  query: tenantFilter,
  body: personChanges,
  answer: successWithData(person),
})

/** Has no effect on a deactivated user. */
export const switchOffPerson = defineCall({
  name: 'switchOffPerson',
  method: 'POST',
  path: '/users/:id/switch-off',
  summary: 'Desativa uma pessoa: o acesso termina na hora, e o que ela fez continua com o nome dela.',
  params,
  query: tenantFilter,
  answer: successWithData(person),
})

/** Has no effect on an active user. Sessions that were ended stay ended. */
export const switchOnPerson = defineCall({
  name: 'switchOnPerson',
  method: 'POST',
  path: '/users/:id/switch-on',
  summary: 'Ativa de novo uma pessoa, que entra com a senha que tinha.',
  params,
  query: tenantFilter,
  answer: successWithData(person),
})

/** Returns the link, which cannot be fetched again. It is also sent by e-mail if e-mail is configured and the user has an address. */
export const makeResetLink = defineCall({
  name: 'makeResetLink',
  method: 'POST',
  path: '/users/:id/reset-link',
  summary: 'Gera um link para a pessoa escolher uma nova senha.',
  params,
  query: tenantFilter,
  answer: successWithData(z.object({ link: z.string(), expires_at: timestamp, email_sent: z.boolean() })),
})

/** Can be repeated without further effect. */
export const endPersonSessions = defineCall({
  name: 'endPersonSessions',
  method: 'POST',
  path: '/users/:id/end-sessions',
  summary: 'Encerra todos os acessos de uma pessoa, que pode entrar de novo.',
  params,
  query: tenantFilter,
  answer: successWithData(person),
})

/** For users who lost their phone, passkeys and recovery codes. Can be repeated without further effect. */
export const removeSecondStep = defineCall({
  name: 'removeSecondStep',
  method: 'POST',
  path: '/users/:id/remove-second-step',
  summary: 'Remove o segundo passo de uma pessoa: aplicativo, chaves de acesso e códigos de recuperação.',
  params,
  query: tenantFilter,
  answer: successWithData(person),
})
