import * as z from 'zod/mini'
import { defineCall } from '../../define-call.ts'
import { numberMode } from '../../entities/whatsapp/channel.ts'
import { historyDays, unclaimedAccount, whatsappSignup } from '../../entities/whatsapp/whatsapp-signup.ts'
import { id, timestamp } from '../../fields.ts'
import { successWithData } from '../../responses.ts'
import { numberPin } from './channels.ts'

/**
 * API endpoints for connecting a WhatsApp number through Meta's sign-up page, so that users need not enter Meta's ids. Available only on
 * servers with the capability `signup`.
 */

const params = z.object({ id })
/** Schema of a value that Meta's sign-up page returns in the redirect URL. */
const redirectValue = z.string().check(z.minLength(1), z.maxLength(2_000))

export const createWhatsappSignup = defineCall({
  name: 'createWhatsappSignup',
  method: 'POST',
  path: '/channels/whatsapp/signups',
  summary: 'Começa a ligação de um número pela página da Meta; o endereço vale por 60 minutos, uma vez, para quem o pediu.',
  body: z.object({ agent_id: id, mode: numberMode, history_days: historyDays }),
  answer: successWithData(z.object({ id, url: z.string(), expires_at: timestamp })),
})

export const getWhatsappSignup = defineCall({
  name: 'getWhatsappSignup',
  method: 'GET',
  path: '/channels/whatsapp/signups/:id',
  summary: 'Até onde uma ligação chegou, passo a passo.',
  params,
  answer: successWithData(whatsappSignup),
})

export const finishWhatsappSignup = defineCall({
  name: 'finishWhatsappSignup',
  method: 'POST',
  path: '/channels/whatsapp/signups/:id/finish',
  summary: 'Troca o código que a Meta devolveu e segue até onde der; sem código, continua do último passo bom.',
  params,
  body: z.object({
    /** Values that Meta's page returned in the redirect. Both are omitted to continue after the last successful step. */
    code: z.optional(redirectValue),
    state: z.optional(redirectValue),
    pin: z.optional(numberPin),
  }),
  answer: successWithData(whatsappSignup),
})

export const listUnclaimedAccounts = defineCall({
  name: 'listUnclaimedAccounts',
  method: 'GET',
  path: '/channels/whatsapp/unclaimed',
  summary: 'Contas do WhatsApp que a Meta anunciou e ninguém pediu, e a quem podem ser dadas; só para a equipe da plataforma.',
  answer: successWithData(
    z.object({
      accounts: z.array(unclaimedAccount),
      /** Active organisations with their agents, to which an account can be assigned. Empty if there is no account to assign. */
      tenants: z.array(z.object({ id, name: z.string(), agents: z.array(z.object({ id, name: z.string() })) })),
    }),
  ),
})

export const assignUnclaimedAccount = defineCall({
  name: 'assignUnclaimedAccount',
  method: 'POST',
  path: '/channels/whatsapp/unclaimed/:wabaId/assign',
  summary: 'Liga uma conta sem dono a uma organização; só para a equipe da plataforma.',
  params: z.object({ wabaId: id }),
  body: z.object({ tenant_id: id, agent_id: id }),
  answer: successWithData(whatsappSignup),
})
