import type { Deps } from '../../../../kernel/deps.ts'
import { phoneKey } from '../../../../kernel/phone-key.ts'
import type { WhatsAppAccount } from '../../../../kernel/whatsapp.ts'
import type { DoubtfulMessage, Evidence } from '../../../conversations/ports.ts'
import { accountOf, findNumber, type NumberRow } from '../numbers.ts'
import { knownIds } from './known-ids.ts'
import { readAll } from './read-all.ts'
import { recipientOf } from './recipient-of.ts'

type LookUpDeps = Pick<Deps, 'db' | 'config' | 'whatsapp'>

/** Maximum difference in milliseconds between an attempt to send a message and its time in Meta's history. */
const NEAR_MS = 120_000

/**
 * Searches Meta's history for a message whose delivery is unknown. It is confirmed by a single id that is not stored here, with that
 * recipient and about that time (MISS-01). Anything ambiguous is returned as `unclear`.
 */
export async function lookUp(
  deps: LookUpDeps,
  { tenantId, accountId, address, attemptedAt }: DoubtfulMessage,
): Promise<Evidence> {
  const number = accountId && (await deps.db.tenant(tenantId, (tx) => findNumber(tx, tenantId, accountId)))
  if (!number || !attemptedAt) return { kind: 'not-offered' }
  const time = attemptedAt.getTime()
  const account = openAccount(deps, number)
  if (!account) return { kind: 'not-offered' }
  const answer = await readAll(deps.whatsapp, account, new Date(time - NEAR_MS))
  if (answer.kind === 'unreachable') return { kind: 'later' }
  if (answer.kind === 'refused') return { kind: 'not-offered' }
  // The id of a message does not contain the recipient if they have no phone number.
  const recipient = address?.startsWith('+') ? phoneKey(address) : null
  if (recipient === null) return { kind: 'unclear' }
  const near = answer.value.entries.filter(({ at }) => at === null || Math.abs(at.getTime() - time) <= NEAR_MS)
  const known = await deps.db.tenant(tenantId, (tx) =>
    knownIds(
      tx,
      tenantId,
      near.map(({ id }) => id),
    ),
  )
  const strangers = near.filter(({ id }) => !known.has(id)).map(({ id, at }) => ({ id, at, to: recipientOf(id) }))
  const theirs = strangers.filter(({ to }) => to !== null && phoneKey(to) === recipient)
  // An entry without recipient or time may or may not be the message.
  const isUnclear = !answer.value.isWhole || strangers.some(({ to, at }) => to === null || at === null)
  const [one] = theirs
  if (theirs.length > 1 || isUnclear) return { kind: 'unclear' }
  return one ? { kind: 'confirmed', channelId: one.id } : { kind: 'none' }
}

/** Returns null if the stored token cannot be decrypted, so that Meta cannot be queried. */
function openAccount(deps: LookUpDeps, number: NumberRow): WhatsAppAccount | null {
  try {
    return accountOf(deps, number)
  } catch {
    return null
  }
}
