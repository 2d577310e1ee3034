import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Database } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { whatsappDirectory, whatsappNumbers } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import type { WhatsAppNumberRef } from '../numbers/numbers.ts'
import type { ChannelAppRow } from '../own-apps/channel-apps.ts'
import { storeUnclaimedAccounts } from '../signup/unclaimed-accounts.ts'
import type { StatusPorts } from '../statuses/apply-statuses.ts'
import { persistWebhook, type WebhookDeps } from './persist-webhook.ts'
import { countChangeItems, splitWebhook } from './split-webhook.ts'
import { enqueueBatch } from './webhook-batches.ts'
import { isHistoryChange, parseWebhook, type WebhookChange } from './webhook-body.ts'

/**
 * Maximum number of items in a webhook that are processed before the response to Meta. A larger webhook is stored unparsed and processed
 * later.
 */
const MAX_IMMEDIATE_ITEMS = 100

/**
 * Stores the content of a webhook and applies its statuses. Ignores unknown WhatsApp numbers, except accounts that Meta announces.
 * @param app the organisation's own Meta app that received the webhook, null for the Meta app of this installation; only numbers of this
 * app are affected (WIRE-25)
 */
export async function handleWebhook(
  deps: WebhookDeps,
  ports: StatusPorts,
  body: unknown,
  app: Pick<ChannelAppRow, 'tenantId' | 'id'> | null,
): Promise<void> {
  const { changes, unreadableCount } = parseWebhook(body)
  if (unreadableCount > 0) deps.log.warn({ unreadable: unreadableCount }, 'parts of a WhatsApp webhook cannot be read')
  // Skipped for an organisation's own app, because the organisation connects the accounts of that app itself.
  if (app === null) await storeUnclaimedAccounts(deps, changes)
  for (const { numberRef, changes: numberChanges } of await groupChangesByNumber(deps.db, changes, app)) {
    // A history change without a number is handled with the immediate changes and counted as unreadable. Otherwise it would be applied to
    // every number of the account.
    const isNumberHistory = (change: WebhookChange) => isHistoryChange(change) && change.phoneNumberId !== null
    const immediateChanges = numberChanges.filter((change) => !isNumberHistory(change))
    if (immediateChanges.length < numberChanges.length)
      await enqueueBatch(deps, numberRef, numberChanges.filter(isNumberHistory), 'past')
    const isLarge = immediateChanges.reduce((sum, change) => sum + countChangeItems(change), 0) > MAX_IMMEDIATE_ITEMS
    if (isLarge) await enqueueBatch(deps, numberRef, immediateChanges)
    else await persistWebhook(deps, ports, numberRef, immediateChanges.map(splitWebhook))
  }
}

/** Groups the changes of a webhook by WhatsApp number of this app. A change without a number applies to all numbers of its account. */
async function groupChangesByNumber(
  db: Pick<Database, 'system'>,
  changes: readonly WebhookChange[],
  app: Pick<ChannelAppRow, 'tenantId' | 'id'> | null,
): Promise<{ numberRef: WhatsAppNumberRef; changes: readonly WebhookChange[] }[]> {
  const phoneNumberIds = changes.flatMap(({ phoneNumberId }) => phoneNumberId ?? [])
  const accountIds = changes.flatMap(({ phoneNumberId, accountId }) => (phoneNumberId === null ? accountId : []))
  const appCondition = app
    ? whereTenant(whatsappNumbers, app.tenantId, eq(whatsappNumbers.appId, app.id))
    : isNull(whatsappNumbers.appId)
  const { tenantId, id: numberId, phoneNumberId, wabaId } = whatsappNumbers
  const refColumns = { tenantId, numberId }
  const targets = await db.system(async (tx) => [
    ...(phoneNumberIds.length === 0
      ? []
      : await tx.db
          .select({ ...refColumns, phoneNumberId })
          .from(whatsappDirectory)
          .innerJoin(
            whatsappNumbers,
            whereTenant(whatsappNumbers, whatsappDirectory.tenantId, eq(numberId, whatsappDirectory.numberId)),
          )
          .where(and(inArray(whatsappDirectory.phoneNumberId, phoneNumberIds), appCondition))),
    ...(accountIds.length === 0
      ? []
      : await tx.db
          .select({ ...refColumns, accountId: wabaId })
          .from(whatsappNumbers)
          .where(and(inArray(wabaId, accountIds), appCondition))),
  ])
  return targets.map(({ tenantId, numberId, ...target }) => ({
    numberRef: { tenantId, numberId },
    changes: changes.filter((change) =>
      'accountId' in target
        ? change.phoneNumberId === null && change.accountId === target.accountId
        : change.phoneNumberId === target.phoneNumberId,
    ),
  }))
}
