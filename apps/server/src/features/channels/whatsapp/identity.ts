import * as z from 'zod/mini'
import { shownName } from '../../../kernel/preview-text.ts'
import { type NamesNews, namesOf } from './names.ts'

/** Identifiers of a lead on WhatsApp: a phone number, a business-scoped user id, or both. */
export interface WhatsAppIdentity {
  channelKey: string | null
  channelUserKey: string | null
  /** With a leading +; null if there is no phone number. */
  phone: string | null
  /** Address for replies. */
  address: string
  name: string | null
}

const text = z.nullish(z.coerce.string())
const people = z.object({
  from: text,
  from_user_id: text,
  to: text,
  to_user_id: text,
})
const card = z.object({ wa_id: text, user_id: text, profile: z.nullish(z.object({ name: text, username: text })) })

/**
 * Returns the identity of a message's sender or, for a message that the team sent from its phone, of its recipient. Returns null if it
 * names no person.
 */
export function identityOf(message: unknown, contact: unknown, kind: 'message' | 'echo'): WhatsAppIdentity | null {
  const known = card.safeParse(contact).data
  const { from, from_user_id, to, to_user_id } = people.safeParse(message).data ?? {}
  const [phone, user] = kind === 'message' ? [from, from_user_id] : [to, to_user_id]
  const { address, ...names } = namesOf(phone || known?.wa_id, user || known?.user_id)
  return address ? { ...names, address, name: profileName(known?.profile) } : null
}

/** Returns the identity of a person after a change of identifiers. Returns null if the event names no person. */
export function identityAfter({ before, now }: NamesNews): WhatsAppIdentity | null {
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

function profileName(profile: z.infer<typeof card>['profile']): string | null {
  return shownName(profile?.name) ?? shownName(profile?.username)
}
