import { tz } from '@date-fns/tz'
import { format } from 'date-fns/format'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { conversations, messages } from '../../../platform/database/schema/conversations/conversations.ts'
import { tenants } from '../../../platform/database/schema/organisation/tenants.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { JobPayloads } from '../../../platform/jobs/job-names.ts'
import { loadConversation } from '../load-conversation.ts'
import { presentMessage } from '../messages/present-message.ts'
import type { ChannelAdapter, ChannelAdapters, DeliveryLookup, UnknownDelivery } from '../ports.ts'
import { advanceDeliveryStatus, lockMessageForUpdate } from './advance-delivery-status.ts'
import { setFreeWindow } from './set-free-window.ts'

const UNCONFIRMED_TEXT = 'O canal não confirmou se recebeu esta mensagem. Veja com o lead antes de enviar de novo.'
const UNCLEAR_TEXT = 'Não dá para saber.'
/** Maximum number of retries of the history search if the channel cannot be reached. */
const MAX_LOOKUP_RETRIES = 3

type UnknownDeliveryRow = UnknownDelivery & { channel: string; timeZone: string }

/**
 * Decides whether a message with unknown delivery counts as sent: yes if the channel's history contains it. Otherwise marks it as failed,
 * so that a user decides what to do. Never sends the message again (MISS-02).
 */
export async function resolveUnknownDelivery(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  channelAdapters: ChannelAdapters,
  { tenantId, messageId }: JobPayloads['settle-delivery'],
  failures: number,
): Promise<void> {
  const unknownDelivery = await db.tenant(tenantId, (tx) => findUnknownDelivery(tx, tenantId, messageId))
  if (!unknownDelivery) return
  const adapter = channelAdapters[unknownDelivery.channel]
  const lookupResult: DeliveryLookup = (await adapter?.lookUpDelivery?.(unknownDelivery)) ?? { kind: 'not-offered' }
  if (lookupResult.kind === 'later' && failures < MAX_LOOKUP_RETRIES) throw new Error('The channel was not reached')
  await db.tenant(tenantId, (tx) =>
    storeLookupResult(tx, { ...unknownDelivery, messageId }, { lookupResult, adapter }, clock.now()),
  )
}

/** Marks a message with unknown delivery as failed after the last attempt to look it up failed. */
export async function markUnknownDeliveryFailed(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { tenantId, messageId }: JobPayloads['settle-delivery'],
): Promise<void> {
  const unknownDelivery = await db.tenant(tenantId, (tx) => findUnknownDelivery(tx, tenantId, messageId))
  const noLookup = { lookupResult: { kind: 'not-offered' } as const, adapter: undefined }
  if (unknownDelivery)
    await db.tenant(tenantId, (tx) => storeLookupResult(tx, { ...unknownDelivery, messageId }, noLookup, clock.now()))
}

async function findUnknownDelivery(tx: Tx, tenantId: string, messageId: string): Promise<UnknownDeliveryRow | null> {
  const [row] = await tx.db
    .select({
      delivery: messages.delivery,
      attemptedAt: messages.attemptedAt,
      accountId: conversations.channelAccountId,
      address: conversations.channelAddress,
      channel: conversations.channel,
      timeZone: tenants.timezone,
    })
    .from(messages)
    .innerJoin(conversations, whereTenant(conversations, messages.tenantId, eq(conversations.id, messages.conversationId)))
    .innerJoin(tenants, whereTenant(messages, tenants.id))
    .where(whereTenant(messages, tenantId, eq(messages.id, messageId)))
  return row?.delivery === 'unknown' ? { ...row, tenantId } : null
}

async function storeLookupResult(
  tx: Tx,
  { tenantId, messageId, timeZone }: UnknownDeliveryRow & { messageId: string },
  { lookupResult, adapter }: { lookupResult: DeliveryLookup; adapter: ChannelAdapter | undefined },
  at: Date,
): Promise<void> {
  const row = await lockMessageForUpdate(tx, tenantId, { id: messageId })
  if (row?.delivery !== 'unknown') return
  const message = { id: messageId }
  if (lookupResult.kind !== 'confirmed') {
    await advanceDeliveryStatus(
      tx,
      { tenantId, message, state: 'failed', reason: formatFailureReason(lookupResult, timeZone, at) },
      at,
    )
    return
  }
  const { channelId } = lookupResult
  const meta = { ...row.meta, confirmedAt: at.toISOString() }
  await tx.db
    .update(messages)
    .set({ meta, changedAt: at })
    .where(whereTenant(messages, tenantId, eq(messages.id, messageId)))
  await advanceDeliveryStatus(tx, { tenantId, message, state: 'sent', channelId }, at)
  await adapter?.applyPendingStatuses?.(
    tx,
    { tenantId, channelId },
    { advanceDeliveryStatus: advanceDeliveryStatus, setFreeWindow: setFreeWindow },
    at,
  )
  const { lead_id: leadId } = await loadConversation(tx.db, tenantId, row.conversationId)
  const [updatedRow] = await tx.db
    .select()
    .from(messages)
    .where(whereTenant(messages, tenantId, eq(messages.id, messageId)))
  if (updatedRow)
    tx.emit({
      name: 'message.changed',
      payload: { tenantId, leadId, conversationId: row.conversationId, message: presentMessage(updatedRow) },
    })
}

function formatFailureReason({ kind }: DeliveryLookup, timeZone: string, at: Date): string {
  if (kind === 'none') return `A Meta não mostra esta mensagem, conferido às ${format(at, 'HH:mm', { in: tz(timeZone) })}.`
  return kind === 'unclear' ? UNCLEAR_TEXT : UNCONFIRMED_TEXT
}
