import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Database } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { whatsappDirectory, whatsappNumbers } from '../../../kernel/db/schema/whatsapp.ts'
import type { StatusPorts } from './apply-status.ts'
import { keepBatch } from './batches.ts'
import type { ForNumber } from './numbers.ts'
import type { AppRow } from './own-app.ts'
import { isPast } from './past/read-history.ts'
import { keepUnclaimed } from './signup/unclaimed.ts'
import { type StoreDeps, storeParts } from './store-parts.ts'
import { sizeOf, takeApart } from './take-apart.ts'
import { type Change, readWebhook } from './webhook-body.ts'

/** What Meta waits for: more than this is kept whole and taken apart afterwards. */
const AT_ONCE = 100

/**
 * `app`: through whose it came, null for the installation's; it speaks for its own numbers and for no other's (WIRE-25).
 * Keeps what a webhook brought, once, and applies its statuses; when this returns, the sender may forget it. What belongs to no number
 * of ours leaves no trace, but for an account that is announced.
 */
export async function storeWebhook(
  deps: StoreDeps,
  ports: StatusPorts,
  body: unknown,
  app: Pick<AppRow, 'tenantId' | 'id'> | null,
): Promise<void> {
  const { changes, unreadable } = readWebhook(body)
  if (unreadable > 0) deps.log.warn({ unreadable }, 'parts of a WhatsApp webhook cannot be read')
  // A tenant's own app speaks for its own accounts, which it links by itself.
  if (app === null) await keepUnclaimed(deps, changes)
  for (const { place, told: all } of await addressed(deps.db, changes, app)) {
    // A past that names no number is nobody's: it is counted among what cannot be read, and never every number's of the account.
    const ofNumber = (change: Change) => isPast(change) && change.phoneNumberId !== null
    const told = all.filter((change) => !ofNumber(change))
    if (told.length < all.length) await keepBatch(deps, place, all.filter(ofNumber), 'past')
    const isLarge = told.reduce((sum, change) => sum + sizeOf(change), 0) > AT_ONCE
    if (isLarge) await keepBatch(deps, place, told)
    else await storeParts(deps, ports, place, told.map(takeApart))
  }
}

/** Each number of this app with what it is told: by its own id, or by its account's, and then every number of that. */
async function addressed(
  db: Pick<Database, 'system'>,
  changes: readonly Change[],
  app: Pick<AppRow, 'tenantId' | 'id'> | null,
): Promise<{ place: ForNumber; told: readonly Change[] }[]> {
  const ofNumbers = changes.flatMap(({ phoneNumberId }) => phoneNumberId ?? [])
  const ofAccounts = changes.flatMap(({ phoneNumberId, accountId }) => (phoneNumberId === null ? accountId : []))
  const linked = app ? ofTenant(whatsappNumbers, app.tenantId, eq(whatsappNumbers.appId, app.id)) : isNull(whatsappNumbers.appId)
  const { tenantId, id: numberId, phoneNumberId, wabaId } = whatsappNumbers
  const place = { tenantId, numberId }
  const places = await db.system(async (tx) => [
    ...(ofNumbers.length === 0
      ? []
      : await tx.db
          .select({ ...place, phoneNumberId })
          .from(whatsappDirectory)
          .innerJoin(
            whatsappNumbers,
            ofTenant(whatsappNumbers, whatsappDirectory.tenantId, eq(numberId, whatsappDirectory.numberId)),
          )
          .where(and(inArray(whatsappDirectory.phoneNumberId, ofNumbers), linked))),
    ...(ofAccounts.length === 0
      ? []
      : await tx.db
          .select({ ...place, accountId: wabaId })
          .from(whatsappNumbers)
          .where(and(inArray(wabaId, ofAccounts), linked))),
  ])
  return places.map(({ tenantId, numberId, ...name }) => ({
    place: { tenantId, numberId },
    told: changes.filter((change) =>
      'accountId' in name
        ? change.phoneNumberId === null && change.accountId === name.accountId
        : change.phoneNumberId === name.phoneNumberId,
    ),
  }))
}
