import type { Deps } from '../../../../kernel/deps.ts'
import { phoneKey } from '../../../../kernel/phone-key.ts'
import type { WhatsAppAccount } from '../../../../kernel/whatsapp.ts'
import type { DoubtfulMessage, Evidence } from '../../../conversations/ports.ts'
import { accountOf, findNumber, type NumberRow } from '../numbers.ts'
import { knownIds } from './known-ids.ts'
import { readAll } from './read-all.ts'
import { recipientOf } from './recipient-of.ts'

type LookUpDeps = Pick<Deps, 'db' | 'config' | 'whatsapp'>

/** A message that went out stands in Meta's history so near to its attempt. */
const NEAR_MS = 120_000

/**
 * Looks a message that may have gone out up in what Meta itself has: one id that nothing here explains, to that person, at that minute, is it
 * (MISS-01). Anything less plain is told as that.
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
  // To whom an id of somebody without a phone went cannot be read from it.
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
  // One that does not say to whom, or when, may be it or not.
  const isUnclear = !answer.value.isWhole || strangers.some(({ to, at }) => to === null || at === null)
  const [one] = theirs
  if (theirs.length > 1 || isUnclear) return { kind: 'unclear' }
  return one ? { kind: 'confirmed', channelId: one.id } : { kind: 'none' }
}

/** Null where the token does not open any more: nobody can be asked. */
function openAccount(deps: LookUpDeps, number: NumberRow): WhatsAppAccount | null {
  try {
    return accountOf(deps, number)
  } catch {
    return null
  }
}
