import type { Deps } from '../../../../platform/deps.ts'
import type { WhatsAppAccount } from '../../../../platform/external-services/whatsapp-api.ts'
import { toPhoneKey } from '../../../../platform/leads/phone-key.ts'
import type { DeliveryLookup, UnknownDelivery } from '../../../conversations/ports.ts'
import { findWhatsAppNumber, getWhatsAppAccount, type WhatsAppNumberRow } from '../numbers/numbers.ts'
import { findExistingMessageIds } from './existing-ids.ts'
import { extractRecipient } from './extract-recipient.ts'
import { fetchMetaHistory } from './fetch-meta-history.ts'

type DeliveryLookupDeps = Pick<Deps, 'db' | 'config' | 'whatsapp'>

/** Maximum difference in milliseconds between the attempt to send a message and the time of its entry in Meta's history. */
const MAX_TIME_DIFFERENCE_MS = 120_000

/**
 * Searches Meta's history for a message whose delivery is unknown (MISS-01). The delivery is confirmed if exactly one unknown entry has the
 * same recipient and about the same time. Returns 'unclear' if ambiguous, 'not-offered' if Meta provides no history, 'later' if Meta cannot
 * be reached.
 */
export async function lookUpDelivery(
  deps: DeliveryLookupDeps,
  { tenantId, accountId, address, attemptedAt }: UnknownDelivery,
): Promise<DeliveryLookup> {
  const number = accountId && (await deps.db.tenant(tenantId, (tx) => findWhatsAppNumber(tx, tenantId, accountId)))
  if (!number || !attemptedAt) return { kind: 'not-offered' }
  const time = attemptedAt.getTime()
  const account = getAccountOrNull(deps, number)
  if (!account) return { kind: 'not-offered' }
  const response = await fetchMetaHistory(deps.whatsapp, account, new Date(time - MAX_TIME_DIFFERENCE_MS))
  if (response.kind === 'unreachable') return { kind: 'later' }
  if (response.kind === 'refused') return { kind: 'not-offered' }
  // If the recipient has no phone number, the message id does not contain the recipient.
  const recipient = address?.startsWith('+') ? toPhoneKey(address) : null
  if (recipient === null) return { kind: 'unclear' }
  const entriesNearby = response.value.entries.filter(
    ({ sentAt }) => sentAt === null || Math.abs(sentAt.getTime() - time) <= MAX_TIME_DIFFERENCE_MS,
  )
  const existingIds = await deps.db.tenant(tenantId, (tx) =>
    findExistingMessageIds(
      tx,
      tenantId,
      entriesNearby.map(({ id }) => id),
    ),
  )
  const unknownEntries = entriesNearby
    .filter(({ id }) => !existingIds.has(id))
    .map(({ id, sentAt }) => ({ id, at: sentAt, to: extractRecipient(id) }))
  const matchingEntries = unknownEntries.filter(({ to }) => to !== null && toPhoneKey(to) === recipient)
  // An entry without a recipient or a time may or may not be the message.
  const isUnclear = !response.value.isComplete || unknownEntries.some(({ to, at }) => to === null || at === null)
  const [match] = matchingEntries
  if (matchingEntries.length > 1 || isUnclear) return { kind: 'unclear' }
  return match ? { kind: 'confirmed', channelId: match.id } : { kind: 'none' }
}

/** Returns the credentials for requests to Meta. Returns null if the stored token cannot be decrypted. */
function getAccountOrNull(deps: DeliveryLookupDeps, number: WhatsAppNumberRow): WhatsAppAccount | null {
  try {
    return getWhatsAppAccount(deps, number)
  } catch {
    return null
  }
}
