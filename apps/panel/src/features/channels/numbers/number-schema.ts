import { createWhatsappNumber, updateWhatsappNumber } from '@prosa/contract/calls/whatsapp/channels'
import * as z from 'zod/mini'

/** Validation schemas of the forms for a new and an existing WhatsApp number. They apply the contract's rules. */

export const EMPTY_NUMBER = { agent_id: '', phone_number_id: '', waba_id: '', access_token: '', app_secret: '' }
export type NumberDraft = typeof EMPTY_NUMBER

const { phone_number_id, waba_id, access_token } = createWhatsappNumber.body.shape
/** App secret. If the field is empty, a new WhatsApp number uses the installation's Meta app, and an existing number keeps its secret. */
const app_secret = z.string().check(
  z.trim(),
  z.refine(
    (secret) => secret === '' || createWhatsappNumber.body.shape.app_secret.safeParse(secret).success,
    'Copie o segredo inteiro, como a Meta mostra.',
  ),
)
const agent_id = z.string().check(z.minLength(1, 'Escolha o agente que atende neste número.'))

export const newNumberSchema = z.object({ agent_id, phone_number_id, waba_id, access_token, app_secret })

/** Validation schema for an existing WhatsApp number. If the access token is empty, the stored token is kept. */
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

/** Returns only the changed fields for the request, because the server would test unchanged access data at Meta again. */
export function getNumberChanges(before: NumberDraft, after: NumberDraft) {
  const isChanged = (field: 'agent_id' | 'waba_id' | 'access_token' | 'app_secret') => after[field] !== before[field]
  return updateWhatsappNumber.body.parse({
    ...(isChanged('agent_id') ? { agent_id: after.agent_id } : {}),
    ...(isChanged('waba_id') ? { waba_id: after.waba_id } : {}),
    ...(isChanged('access_token') ? { access_token: after.access_token } : {}),
    ...(isChanged('app_secret') ? { app_secret: after.app_secret } : {}),
  })
}
