import * as z from 'zod/mini'
import { getVisibleName } from '../../../../platform/messages/preview-text.ts'
import { type ContactIdChange, toContactIds } from './contact-ids.ts'

/** Identifiers of a lead on WhatsApp: a phone number, a business-scoped user id, or both. */
export interface WhatsAppIdentity {
  channelKey: string | null
  channelUserKey: string | null
  /** Phone number with a leading +; null if it is unknown. */
  phone: string | null
  /** Address to which replies are sent: the phone number or the user id. */
  address: string
  name: string | null
}

const text = z.nullish(z.coerce.string())
const messageParties = z.object({
  from: text,
  from_user_id: text,
  to: text,
  to_user_id: text,
})
const contactCard = z.object({ wa_id: text, user_id: text, profile: z.nullish(z.object({ name: text, username: text })) })

/**
 * Returns the identity of the other person of a message: the sender of a received message, or the recipient of an `echo` (a message that
 * the team sent from its phone). Returns null if the message contains no identifier of a person.
 */
export function parseContactIdentity(message: unknown, contact: unknown, kind: 'message' | 'echo'): WhatsAppIdentity | null {
  const known = contactCard.safeParse(contact).data
  const { from, from_user_id, to, to_user_id } = messageParties.safeParse(message).data ?? {}
  const [phone, user] = kind === 'message' ? [from, from_user_id] : [to, to_user_id]
  const { address, ...names } = toContactIds(phone || known?.wa_id, user || known?.user_id)
  return address ? { ...names, address, name: getProfileName(known?.profile) } : null
}

/** Returns the identity of a person after a change of the person's identifiers. Returns null if the change contains no identifier. */
export function getIdentityAfterChange({ before, now }: ContactIdChange): WhatsAppIdentity | null {
  const address = now.address ?? before.address
  const key = (name: 'channelKey' | 'channelUserKey') => now[name] ?? before[name]
  return address
    ? {
        channelKey: key('channelKey'),
        channelUserKey: key('channelUserKey'),
        phone: now.phone ?? before.phone,
        address,
        name: null,
      }
    : null
}

function getProfileName(profile: z.infer<typeof contactCard>['profile']): string | null {
  return getVisibleName(profile?.name) ?? getVisibleName(profile?.username)
}
