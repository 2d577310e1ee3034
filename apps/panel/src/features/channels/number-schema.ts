import { createWhatsappNumber, updateWhatsappNumber } from '@prosa/contract/calls/channels'
import * as z from 'zod/mini'

/** The contract's rules, as the two forms ask for them. */

export const EMPTY_NUMBER = { agent_id: '', phone_number_id: '', waba_id: '', access_token: '' }
export type NumberDraft = typeof EMPTY_NUMBER

const { phone_number_id, waba_id, access_token } = createWhatsappNumber.body.shape
const agent_id = z.string().check(z.minLength(1, 'Escolha o agente que atende neste número.'))

export const newNumber = z.object({ agent_id, phone_number_id, waba_id, access_token })

/** A token left empty stays as it is. */
export const changedNumber = z.object({
  agent_id,
  phone_number_id: z.string(),
  waba_id,
  access_token: z.string().check(
    z.trim(),
    z.refine((token) => token === '' || access_token.safeParse(token).success, 'Token inválido.'),
  ),
})

/** Only what was changed: unchanged access needs no new proof from Meta. */
export function changesOf(before: NumberDraft, after: NumberDraft) {
  const changed = (field: 'agent_id' | 'waba_id' | 'access_token') => after[field] !== before[field]
  return updateWhatsappNumber.body.parse({
    ...(changed('agent_id') ? { agent_id: after.agent_id } : {}),
    ...(changed('waba_id') ? { waba_id: after.waba_id } : {}),
    ...(changed('access_token') ? { access_token: after.access_token } : {}),
  })
}
