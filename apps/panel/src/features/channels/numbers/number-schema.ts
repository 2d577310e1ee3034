import { createWhatsappNumber, updateWhatsappNumber } from '@prosa/contract/calls/whatsapp/channels'
import * as z from 'zod/mini'

/** Validation rules of the contract for both forms. */

export const EMPTY_NUMBER = { agent_id: '', phone_number_id: '', waba_id: '', access_token: '', app_secret: '' }
export type NumberDraft = typeof EMPTY_NUMBER

const { phone_number_id, waba_id, access_token } = createWhatsappNumber.body.shape
/** If empty, a new number uses the installation's app, and an existing one keeps its own secret. */
const app_secret = z.string().check(
  z.trim(),
  z.refine(
    (secret) => secret === '' || createWhatsappNumber.body.shape.app_secret.safeParse(secret).success,
    'Copie o segredo inteiro, como a Meta mostra.',
  ),
)
const agent_id = z.string().check(z.minLength(1, 'Escolha o agente que atende neste número.'))

export const newNumberSchema = z.object({ agent_id, phone_number_id, waba_id, access_token, app_secret })

/** An empty token leaves the stored one unchanged. */
export const numberChangeSchema = z.object({
  agent_id,
  phone_number_id: z.string(),
  waba_id,
  access_token: z.string().check(
    z.trim(),
    z.refine((token) => token === '' || access_token.safeParse(token).success, 'Token inválido.'),
  ),
  app_secret,
})

/** Returns only the changed fields: unchanged access is not checked at Meta again. */
export function getNumberChanges(before: NumberDraft, after: NumberDraft) {
  const changed = (field: 'agent_id' | 'waba_id' | 'access_token' | 'app_secret') => after[field] !== before[field]
  return updateWhatsappNumber.body.parse({
    ...(changed('agent_id') ? { agent_id: after.agent_id } : {}),
    ...(changed('waba_id') ? { waba_id: after.waba_id } : {}),
    ...(changed('access_token') ? { access_token: after.access_token } : {}),
    ...(changed('app_secret') ? { app_secret: after.app_secret } : {}),
  })
}
