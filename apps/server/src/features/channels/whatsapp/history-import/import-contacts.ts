import { and, eq, like } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { whatsappEvents } from '../../../../platform/database/schema/whatsapp/whatsapp.ts'
import { toPhoneKey } from '../../../../platform/leads/phone-key.ts'
import { getVisibleName } from '../../../../platform/messages/preview-text.ts'
import { toContactIds } from '../inbound/contact-ids.ts'
import type { WhatsAppNumberRef, WhatsAppNumberRow } from '../numbers/numbers.ts'
import type { WebhookChange } from '../webhook/webhook-body.ts'
import { optionalList, optionalText } from '../webhook/webhook-fields.ts'
import { findHistorySync } from './history-syncs.ts'
import type { ImportDeps, ImportPorts } from './import-ports.ts'

const stateSync = z.object({ state_sync: optionalList })
const contactEntry = z.object({
  type: z.literal('contact'),
  action: z.literal('add'),
  contact: z.object({ full_name: optionalText, first_name: optionalText, phone_number: optionalText, user_id: optionalText }),
})

const CONTACTS_PER_TRANSACTION = 200

const toContactEventKey = (sender: string): string => `contact:${sender}`

/**
 * Imports the names of the phone's contacts (NUM-13). During a history import, the names of contacts who are not leads are stored too,
 * because the import may create the leads.
 */
export async function importContacts(
  deps: ImportDeps,
  ports: ImportPorts,
  number: WhatsAppNumberRow,
  { value }: WebhookChange,
): Promise<void> {
  const { tenantId, id: numberId } = number
  const syncedEntries = stateSync.safeParse(value).data?.state_sync ?? []
  for (let from = 0; from < syncedEntries.length; from += CONTACTS_PER_TRANSACTION) {
    const entries = syncedEntries
      .slice(from, from + CONTACTS_PER_TRANSACTION)
      .flatMap((entry) => contactEntry.safeParse(entry).data?.contact ?? [])
    await deps.db.tenant(tenantId, async (tx) => {
      const at = deps.clock.now()
      const isImporting = (await findHistorySync(tx, { tenantId, numberId }))?.state === 'running'
      for (const { full_name, first_name, phone_number, user_id } of entries) {
        const name = getVisibleName(full_name) ?? getVisibleName(first_name)
        const { channelKey, channelUserKey } = toContactIds(phone_number, user_id)
        const channelKeys = [channelKey, channelUserKey].filter((key) => key !== null)
        const sender = toPhoneKey(phone_number ?? null) ?? user_id
        if (!name || channelKeys.length === 0 || !sender) continue
        const isLead = await ports.leads.setNameFromAddressBook(tx, tenantId, { channelKeys, name, at })
        if (!isLead && isImporting) await storePendingName(tx, { tenantId, numberId }, { sender, name }, at)
      }
    })
  }
}

const storePendingName = async (
  tx: Tx,
  numberRef: WhatsAppNumberRef,
  { sender, name }: { sender: string; name: string },
  at: Date,
): Promise<void> => {
  const payload = JSON.stringify({ name })
  await tx.db
    .insert(whatsappEvents)
    .values({
      ...numberRef,
      kind: 'waiting',
      key: toContactEventKey(sender),
      sender,
      payload,
      place: 0,
      receivedAt: at,
      // Marked as processed, because this row is not a webhook event.
      processedAt: at,
    })
    .onConflictDoUpdate({ target: [whatsappEvents.tenantId, whatsappEvents.numberId, whatsappEvents.key], set: { payload } })
}

const whereNumber = ({ tenantId, numberId }: WhatsAppNumberRef) =>
  whereTenant(whatsappEvents, tenantId, eq(whatsappEvents.numberId, numberId))

const pendingName = z.object({ name: z.string() })

/** Deletes and returns the stored contact name of a person. Returns null if there is none. */
export async function consumePendingName(tx: Tx, numberRef: WhatsAppNumberRef, sender: string): Promise<string | null> {
  const [row] = await tx.db
    .delete(whatsappEvents)
    .where(and(whereNumber(numberRef), eq(whatsappEvents.key, toContactEventKey(sender)), eq(whatsappEvents.kind, 'waiting')))
    .returning({ payload: whatsappEvents.payload })
  return row ? (pendingName.safeParse(JSON.parse(row.payload ?? '{}')).data?.name ?? null) : null
}

/** Deletes the stored names of contacts who did not become leads during the history import. */
export async function deletePendingNames(tx: Tx, numberRef: WhatsAppNumberRef): Promise<void> {
  await tx.db
    .delete(whatsappEvents)
    .where(and(whereNumber(numberRef), eq(whatsappEvents.kind, 'waiting'), like(whatsappEvents.key, toContactEventKey('%'))))
}
