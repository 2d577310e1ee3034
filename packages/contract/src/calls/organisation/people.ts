import * as z from 'zod/mini'
import { defineCall } from '../../define-call.ts'
import { person } from '../../entities/organisation/person.ts'
import { cursorQuery, id, listQuery, queryFlag, timestamp } from '../../fields.ts'
import { successWithData } from '../../responses.ts'
import { ROLES } from '../../roles.ts'
import { localizedPersonName } from '../../rules/accounts/person-name.ts'
import { getSignInPhoneError } from '../../rules/accounts/sign-in-errors.ts'

/** API endpoints for the users of an organisation (3-team.md, sections 2 and 3). Prosa extension. */

/** Query parameter that selects another organisation. Only staff of the platform may use it; other users receive 404. */
const tenantFilter = z.strictObject({ tenant_id: z.optional(id) })
const params = z.object({ id })

/**
 * Returns the organisation's users, sorted by name; 50 users if `limit` is omitted. `search` matches parts of the name and, if a manager
 * requests it, of e-mail and phone.
 */
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

/** Schema of changes to a user. Users may change their own name, e-mail and phone. Managers may also change other users and their roles. */
export const personChanges = z.object({
  name: z.optional(localizedPersonName),
  /** An empty string removes the user's e-mail address. */
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

/** Changes a user's name, e-mail, phone or role. A new phone number ends all sessions of the user. */
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

/** Deactivates a user and ends their sessions. Has no effect if the user is deactivated already. */
export const switchOffPerson = defineCall({
  name: 'switchOffPerson',
  method: 'POST',
  path: '/users/:id/switch-off',
  summary: 'Desativa uma pessoa: o acesso termina na hora, e o que ela fez continua com o nome dela.',
  params,
  query: tenantFilter,
  answer: successWithData(person),
})

/** Reactivates a user, who can then sign in with the previous password. Has no effect if the user is active. */
export const switchOnPerson = defineCall({
  name: 'switchOnPerson',
  method: 'POST',
  path: '/users/:id/switch-on',
  summary: 'Ativa de novo uma pessoa, que entra com a senha que tinha.',
  params,
  query: tenantFilter,
  answer: successWithData(person),
})

/**
 * Creates a password-reset link for a user and returns it once. Also sends the link by e-mail if the server can send e-mail and the user
 * has an address.
 */
export const makeResetLink = defineCall({
  name: 'makeResetLink',
  method: 'POST',
  path: '/users/:id/reset-link',
  summary: 'Gera um link para a pessoa escolher uma nova senha.',
  params,
  query: tenantFilter,
  answer: successWithData(z.object({ link: z.string(), expires_at: timestamp, email_sent: z.boolean() })),
})

/** Ends all sessions of a user, who can sign in again. */
export const endPersonSessions = defineCall({
  name: 'endPersonSessions',
  method: 'POST',
  path: '/users/:id/end-sessions',
  summary: 'Encerra todos os acessos de uma pessoa, que pode entrar de novo.',
  params,
  query: tenantFilter,
  answer: successWithData(person),
})

/** Removes a user's second factor (authenticator app, passkeys and recovery codes), for users who have lost all of these. */
export const removeSecondStep = defineCall({
  name: 'removeSecondStep',
  method: 'POST',
  path: '/users/:id/remove-second-step',
  summary: 'Remove o segundo passo de uma pessoa: aplicativo, chaves de acesso e códigos de recuperação.',
  params,
  query: tenantFilter,
  answer: successWithData(person),
})
