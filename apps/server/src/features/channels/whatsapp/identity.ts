import { digitsOf } from '@prosa/contract/rules/phone'
import * as z from 'zod/mini'
import { cutText } from '../../../kernel/cut-text.ts'
import { phoneKey } from '../../../kernel/phone-key.ts'

/** Who a lead is on WhatsApp: by phone, by business-scoped id, or by both. */
export interface WhatsAppIdentity {
  channelKey: string | null
  channelUserKey: string | null
  /** With +, when there is a phone. */
  phone: string | null
  /** Where answers go. */
  address: string
  name: string | null
}

const text = z.nullish(z.coerce.string())
const people = z.object({
  from: text,
  from_user_id: text,
  to: text,
  to_user_id: text,
  system: z.nullish(z.object({ wa_id: text, user_id: text })),
})
const card = z.object({ wa_id: text, user_id: text, profile: z.nullish(z.object({ name: text, username: text })) })

/**
 * Who a message is from (or, for one that the team sent from its phone, to). A notice that somebody changed one of the two names
 * carries the new one beside the other, unchanged one, and so teaches it.
 * @returns null when it names nobody
 */
export function identityOf(message: unknown, contact: unknown, kind: 'message' | 'echo'): WhatsAppIdentity | null {
  const known = card.safeParse(contact).data
  const { phone, user } = namesIn(people.safeParse(message).data ?? {}, known ?? {}, kind)
  if (!phone && !user) return null
  return {
    channelKey: phone && `whatsapp:${phoneKey(phone)}`,
    channelUserKey: user && `whatsapp:user:${user}`,
    phone,
    address: phone ?? user ?? '',
    name: profileName(known?.profile),
  }
}

function namesIn(
  { from, from_user_id, to, to_user_id, system }: Partial<z.infer<typeof people>>,
  { wa_id, user_id }: Partial<z.infer<typeof card>>,
  kind: 'message' | 'echo',
): { phone: string | null; user: string | null } {
  const oldPhone = (kind === 'message' ? from : to) || wa_id || null
  const oldUser = (kind === 'message' ? from_user_id : to_user_id) || user_id || null
  const digits = digitsOf((oldUser && system?.wa_id) || oldPhone || '')
  return { phone: digits ? `+${digits}` : null, user: (oldPhone && system?.user_id) || oldUser }
}

function profileName(profile: z.infer<typeof card>['profile']): string | null {
  const name = profile?.name ?? profile?.username ?? ''
  return cutText(name.trim(), 100) || null
}
