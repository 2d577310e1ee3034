import { inArray } from 'drizzle-orm'
import type { Database } from '../../../kernel/db/database.ts'
import { whatsappDirectory, whatsappNumbers } from '../../../kernel/db/schema/whatsapp.ts'
import type { Deliveries } from './apply-status.ts'
import { keepBatch } from './batches.ts'
import type { ForNumber } from './numbers.ts'
import { type StoreDeps, storeParts } from './store-parts.ts'
import { sizeOf, takeApart } from './take-apart.ts'
import { type Change, readWebhook } from './webhook-body.ts'

/** What Meta waits for: more than this is kept whole and taken apart afterwards. */
const AT_ONCE = 100

/**
 * Keeps what a webhook brought, once, and applies its statuses; when this returns, the sender may forget it. What belongs to no number
 * of ours leaves no trace.
 */
export async function storeWebhook(deps: StoreDeps, conversations: Deliveries, body: unknown): Promise<void> {
  const { changes, unreadable } = readWebhook(body)
  if (unreadable > 0) deps.log.warn({ unreadable }, 'parts of a WhatsApp webhook cannot be read')
  for (const { place, told } of await addressed(deps.db, changes)) {
    const isLarge = told.reduce((sum, change) => sum + sizeOf(change), 0) > AT_ONCE
    if (isLarge) await keepBatch(deps, place, told)
    else await storeParts(deps, conversations, place, told.map(takeApart))
  }
}

/** Each number of ours with what it is told: by its own id, or by its account's, and then every number of that. */
async function addressed(
  db: Pick<Database, 'system'>,
  changes: readonly Change[],
): Promise<{ place: ForNumber; told: readonly Change[] }[]> {
  const ofNumbers = changes.flatMap(({ phoneNumberId }) => phoneNumberId ?? [])
  const ofAccounts = changes.flatMap(({ phoneNumberId, accountId }) => (phoneNumberId === null ? accountId : []))
  const places = await db.system(async (tx) => [
    ...(ofNumbers.length === 0
      ? []
      : await tx.db.select().from(whatsappDirectory).where(inArray(whatsappDirectory.phoneNumberId, ofNumbers))),
    ...(ofAccounts.length === 0
      ? []
      : await tx.db
          .select({
            tenantId: whatsappNumbers.tenantId,
            numberId: whatsappNumbers.id,
            phoneNumberId: whatsappNumbers.phoneNumberId,
            accountId: whatsappNumbers.wabaId,
          })
          .from(whatsappNumbers)
          .where(inArray(whatsappNumbers.wabaId, ofAccounts))),
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
