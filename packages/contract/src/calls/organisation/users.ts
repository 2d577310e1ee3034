import * as z from 'zod/mini'
import { DEFAULT_INVITE_ROLE } from '../../constants.ts'
import { defineCall } from '../../define-call.ts'
import { invitation } from '../../entities/organisation/invitation.ts'
import { id, plainText } from '../../fields.ts'
import { successWithData, successWithoutData } from '../../responses.ts'
import { ROLES } from '../../roles.ts'

export const inviteUser = defineCall({
  name: 'inviteUser',
  method: 'POST',
  path: '/users/invite',
  summary: 'Convida uma pessoa por e-mail para uma organização.',
  body: z.object({
    email: z
      .string()
      .check(z.minLength(1, { error: 'Por favor, digite o email', abort: true }), z.email('E-mail inválido.'), z.maxLength(254)),
    tenantDomain: plainText(253).check(z.minLength(1, 'Por favor, digite o domínio do tenant')),
    role: z._default(z.enum(ROLES), DEFAULT_INVITE_ROLE),
  }),
  /** `link` is set if the server cannot send e-mail. The inviting user then copies the link. */
  answer: z.object({
    success: z.literal(true),
    message: z.optional(z.string()),
    data: z.optional(
      z.object({ invitation: z.optional(invitation), link: z.optional(z.string()), emailSent: z.optional(z.boolean()) }),
    ),
  }),
})

export const listInvitations = defineCall({
  name: 'listInvitations',
  method: 'GET',
  path: '/users/invitations',
  summary: 'Convites ainda não aceitos.',
  answer: successWithData(z.array(invitation)),
})

export const cancelInvitation = defineCall({
  name: 'cancelInvitation',
  method: 'DELETE',
  path: '/users/invitations/:id',
  summary: 'Cancela um convite; seu link deixa de valer.',
  params: z.object({ id }),
  answer: successWithoutData,
})

export const generateInvitationToken = defineCall({
  name: 'generateInvitationToken',
  method: 'POST',
  path: '/users/invitations/generate-token',
  summary: 'Reenvia um convite pendente com um link novo; o antigo deixa de valer.',
  body: z.object({ userId: id }),
  answer: successWithData(z.object({ token: z.string(), link: z.optional(z.string()), emailSent: z.optional(z.boolean()) })),
})
