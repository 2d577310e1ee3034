import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Database } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { whatsappDirectory, whatsappNumbers } from '../../../kernel/db/schema/whatsapp.ts'
import type { StatusPorts } from './apply-status.ts'
import { keepBatch } from './batches.ts'
import type { ForNumber } from './numbers.ts'
import type { AppRow } from './own-app.ts'
import { keepUnclaimed } from './signup/unclaimed.ts'
import { type StoreDeps, storeParts } from './store-parts.ts'
import { sizeOf, takeApart } from './take-apart.ts'
import { type Change, isPast, readWebhook } from './webhook-body.ts'

/** Maximum number of items that are processed before the response to Meta. A larger webhook is stored unparsed and processed later. */
const AT_ONCE = 100

/**
 * Stores the content of a webhook once and applies its statuses; afterwards Meta need not repeat it. Events for unknown numbers are
 * dropped, except announced accounts. `app`: the app that received it, null for the installation's. An app's webhook affects only its own
 * numbers (WIRE-25).
 */
export async function storeWebhook(
  deps: StoreDeps,
  ports: StatusPorts,
  body: unknown,
  app: Pick<AppRow, 'tenantId' | 'id'> | null,
): Promise<void> {
  const { changes, unreadable } = readWebhook(body)
  if (unreadable > 0) deps.log.warn({ unreadable }, 'parts of a WhatsApp webhook cannot be read')
  // Ignored for a tenant's own app, which connects its accounts itself.
  if (app === null) await keepUnclaimed(deps, changes)
  for (const { place, told: all } of await addressed(deps.db, changes, app)) {
    // History without a number is counted as unreadable, and not applied to every number of the account.
    const ofNumber = (change: Change) => isPast(change) && change.phoneNumberId !== null
    const told = all.filter((change) => !ofNumber(change))
    if (told.length < all.length) await keepBatch(deps, place, all.filter(ofNumber), 'past')
    const isLarge = told.reduce((sum, change) => sum + sizeOf(change), 0) > AT_ONCE
    if (isLarge) await keepBatch(deps, place, told)
    else await storeParts(deps, ports, place, told.map(takeApart))
  }
}

/** Returns each number of this app with its changes. A change without a number applies to all numbers of its account. */
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
