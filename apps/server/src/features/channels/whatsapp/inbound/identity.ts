import * as z from 'zod/mini'
import { getVisibleName } from '../../../../platform/messages/preview-text.ts'
import { type ContactIdChange, toContactIds } from './contact-ids.ts'

/** Identifiers of a lead on WhatsApp: phone number, user id, or both. */
export interface WhatsAppIdentity {
  channelKey: string | null
  channelUserKey: string | null
  /** Phone number with a leading +. Null if it is unknown. */
  phone: string | null
  /** Address for replies: the phone number or the user id. */
  address: string
  name: string | null
}

const optionalText = z.nullish(z.coerce.string())
const messageParties = z.object({
  from: optionalText,
  from_user_id: optionalText,
  to: optionalText,
  to_user_id: optionalText,
})
const contactCard = z.object({
  wa_id: optionalText,
  user_id: optionalText,
  profile: z.nullish(z.object({ name: optionalText, username: optionalText })),
})

/**
 * Returns the lead's identity in a message: its sender, or the recipient of an `echo` (a message that the team sent from its phone).
 * Returns null without any identifier.
 */
export function parseContactIdentity(message: unknown, contact: unknown, kind: 'message' | 'echo'): WhatsAppIdentity | null {
  const card = contactCard.safeParse(contact).data
  const { from, from_user_id, to, to_user_id } = messageParties.safeParse(message).data ?? {}
  const [phone, user] = kind === 'message' ? [from, from_user_id] : [to, to_user_id]
  const { address, ...ids } = toContactIds(phone || card?.wa_id, user || card?.user_id)
  return address ? { ...ids, address, name: getProfileName(card?.profile) } : null
}

/** Returns the identity of a person after a change of identifiers. Returns null if there is no identifier. */
export function getIdentityAfterChange({ before, now }: ContactIdChange): WhatsAppIdentity | null {
  const address = now.address ?? before.address
  const getKey = (name: 'channelKey' | 'channelUserKey') => now[name] ?? before[name]
  return address
    ? {
        channelKey: getKey('channelKey'),
        channelUserKey: getKey('channelUserKey'),
        phone: now.phone ?? before.phone,
        address,
        name: null,
      }
    : null
}

function getProfileName(profile: z.infer<typeof contactCard>['profile']): string | null {
  return getVisibleName(profile?.name) ?? getVisibleName(profile?.username)
}
