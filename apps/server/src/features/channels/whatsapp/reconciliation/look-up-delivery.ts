import type { Deps } from '../../../../platform/deps.ts'
import type { WhatsAppAccount } from '../../../../platform/external-services/whatsapp-api.ts'
import { toPhoneKey } from '../../../../platform/leads/phone-key.ts'
import type { DeliveryLookup, UnknownDelivery } from '../../../conversations/ports.ts'
import { findNumber, getWhatsAppAccount, type NumberRow } from '../numbers/numbers.ts'
import { findExistingIds } from './existing-ids.ts'
import { extractRecipient } from './extract-recipient.ts'
import { fetchMetaHistory } from './fetch-meta-history.ts'

type DeliveryLookupDeps = Pick<Deps, 'db' | 'config' | 'whatsapp'>

/** Maximum difference in milliseconds between the attempt to send a message and the time of its entry in Meta's history. */
const MAX_TIME_DIFFERENCE_MS = 120_000

/**
 * Searches Meta's history for a message whose delivery is unknown. The delivery is confirmed if exactly one id that is not stored here has
 * the message's recipient and about its time (MISS-01). Returns 'unclear' for an ambiguous result, 'not-offered' if Meta provides no
 * history, and 'later' if Meta cannot be reached.
 */
export async function lookUpDelivery(
  deps: DeliveryLookupDeps,
  { tenantId, accountId, address, attemptedAt }: UnknownDelivery,
): Promise<DeliveryLookup> {
  const number = accountId && (await deps.db.tenant(tenantId, (tx) => findNumber(tx, tenantId, accountId)))
  if (!number || !attemptedAt) return { kind: 'not-offered' }
  const time = attemptedAt.getTime()
  const account = getAccountOrNull(deps, number)
  if (!account) return { kind: 'not-offered' }
  const answer = await fetchMetaHistory(deps.whatsapp, account, new Date(time - MAX_TIME_DIFFERENCE_MS))
  if (answer.kind === 'unreachable') return { kind: 'later' }
  if (answer.kind === 'refused') return { kind: 'not-offered' }
  // If the recipient has no phone number, the id of a message does not contain the recipient.
  const recipient = address?.startsWith('+') ? toPhoneKey(address) : null
  if (recipient === null) return { kind: 'unclear' }
  const near = answer.value.entries.filter(({ at }) => at === null || Math.abs(at.getTime() - time) <= MAX_TIME_DIFFERENCE_MS)
  const known = await deps.db.tenant(tenantId, (tx) =>
    findExistingIds(
      tx,
      tenantId,
      near.map(({ id }) => id),
    ),
  )
  const strangers = near.filter(({ id }) => !known.has(id)).map(({ id, at }) => ({ id, at, to: extractRecipient(id) }))
  const theirs = strangers.filter(({ to }) => to !== null && toPhoneKey(to) === recipient)
  // An entry without a recipient or a time may or may not be the message.
  const isUnclear = !answer.value.isWhole || strangers.some(({ to, at }) => to === null || at === null)
  const [one] = theirs
  if (theirs.length > 1 || isUnclear) return { kind: 'unclear' }
  return one ? { kind: 'confirmed', channelId: one.id } : { kind: 'none' }
}

/** Returns the credentials for requests to Meta, or null if the stored token cannot be decrypted. */
function getAccountOrNull(deps: DeliveryLookupDeps, number: NumberRow): WhatsAppAccount | null {
  try {
    return getWhatsAppAccount(deps, number)
  } catch {
    return null
  }
}
