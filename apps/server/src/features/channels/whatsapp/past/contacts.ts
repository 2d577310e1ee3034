import { and, eq, like } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Tx } from '../../../../kernel/db/database.ts'
import { ofTenant } from '../../../../kernel/db/of-tenant.ts'
import { whatsappEvents } from '../../../../kernel/db/schema/whatsapp.ts'
import { phoneKey } from '../../../../kernel/phone-key.ts'
import { shownName } from '../../../../kernel/preview-text.ts'
import { namesOf } from '../names.ts'
import type { ForNumber, NumberRow } from '../numbers.ts'
import type { Change } from '../webhook-body.ts'
import { list, text } from '../webhook-fields.ts'
import type { ImportDeps, ImportPorts } from './parts.ts'
import { findSync } from './syncs.ts'

const told = z.object({ state_sync: list })
const entry = z.object({
  type: z.literal('contact'),
  action: z.literal('add'),
  contact: z.object({ full_name: text, first_name: text, phone_number: text, user_id: text }),
})

/** Maximum number of contacts per transaction. */
const SLICE = 200

const contactKey = (sender: string): string => `contact:${sender}`

/**
 * Imports the phone's contacts. Stores the name of every lead. While the history is imported, names of other people are kept until its end,
 * because they may become leads (NUM-13).
 */
export async function takeContacts(deps: ImportDeps, ports: ImportPorts, number: NumberRow, { value }: Change): Promise<void> {
  const { tenantId, id: numberId } = number
  const all = told.safeParse(value).data?.state_sync ?? []
  for (let from = 0; from < all.length; from += SLICE) {
    const entries = all.slice(from, from + SLICE).flatMap((one) => entry.safeParse(one).data?.contact ?? [])
    await deps.db.tenant(tenantId, async (tx) => {
      const at = deps.clock.now()
      const isComing = (await findSync(tx, { tenantId, numberId }))?.state === 'running'
      for (const { full_name, first_name, phone_number, user_id } of entries) {
        const name = shownName(full_name) ?? shownName(first_name)
        const { channelKey, channelUserKey } = namesOf(phone_number, user_id)
        const channelKeys = [channelKey, channelUserKey].filter((key) => key !== null)
        const sender = phoneKey(phone_number ?? null) ?? user_id
        if (!name || channelKeys.length === 0 || !sender) continue
        const isLead = await ports.leads.nameContact(tx, tenantId, { channelKeys, name, at })
        if (!isLead && isComing) await hold(tx, { tenantId, numberId }, { sender, name }, at)
      }
    })
  }
}

const hold = async (tx: Tx, place: ForNumber, { sender, name }: { sender: string; name: string }, at: Date): Promise<void> => {
  const payload = JSON.stringify({ name })
  await tx.db
    .insert(whatsappEvents)
    .values({
      ...place,
      kind: 'waiting',
      key: contactKey(sender),
      sender,
      payload,
      place: 0,
      receivedAt: at,
      // Marked as processed, because it is not processed in order.
      processedAt: at,
    })
    .onConflictDoUpdate({ target: [whatsappEvents.tenantId, whatsappEvents.numberId, whatsappEvents.key], set: { payload } })
}

const mine = ({ tenantId, numberId }: ForNumber) => ofTenant(whatsappEvents, tenantId, eq(whatsappEvents.numberId, numberId))

const held = z.object({ name: z.string() })

/** Deletes and returns the waiting name of a contact, or null. */
export async function nameOf(tx: Tx, place: ForNumber, sender: string): Promise<string | null> {
  const [row] = await tx.db
    .delete(whatsappEvents)
    .where(and(mine(place), eq(whatsappEvents.key, contactKey(sender)), eq(whatsappEvents.kind, 'waiting')))
    .returning({ payload: whatsappEvents.payload })
  return row ? (held.safeParse(JSON.parse(row.payload ?? '{}')).data?.name ?? null) : null
}

/** Deletes the names of contacts that did not become leads. */
export async function forgetContacts(tx: Tx, place: ForNumber): Promise<void> {
  await tx.db
    .delete(whatsappEvents)
    .where(and(mine(place), eq(whatsappEvents.kind, 'waiting'), like(whatsappEvents.key, contactKey('%'))))
}
