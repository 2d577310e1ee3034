import { tz } from '@date-fns/tz'
import { format } from 'date-fns/format'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { conversations, messages } from '../../kernel/db/schema/conversations.ts'
import { tenants } from '../../kernel/db/schema/tenants.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { Jobs } from '../../kernel/job-names.ts'
import type { ChannelAdapter, DoubtfulMessage, Evidence, Outgoing } from './ports.ts'
import { presentMessage } from './present-message.ts'
import { holdMessage, raiseDelivery } from './raise-delivery.ts'
import { setFree } from './set-free.ts'
import { loadView } from './view.ts'

const NO_WORD = 'O canal não confirmou se recebeu esta mensagem. Veja com o lead antes de enviar de novo.'
const UNCLEAR = 'Não dá para saber.'
/** Maximum number of retries if the channel is unreachable. */
const LOOKS = 3

type Doubt = DoubtfulMessage & { channel: string; timeZone: string }

/**
 * Settles an unknown delivery for which no status arrived: as sent if the channel's history confirms it, otherwise as failed, so that a
 * user decides. Never sends again (MISS-02).
 */
export async function settleDelivery(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  outgoing: Outgoing,
  { tenantId, messageId }: Jobs['settle-delivery'],
  failures: number,
): Promise<void> {
  const doubt = await db.tenant(tenantId, (tx) => findDoubt(tx, tenantId, messageId))
  if (!doubt) return
  const adapter = outgoing[doubt.channel]
  const evidence: Evidence = (await adapter?.lookUp?.(doubt)) ?? { kind: 'not-offered' }
  if (evidence.kind === 'later' && failures < LOOKS) throw new Error('The channel was not reached')
  await db.tenant(tenantId, (tx) => settle(tx, { ...doubt, messageId }, { evidence, adapter }, clock.now()))
}

/** Marks a message as failed whose unknown delivery could not be settled. */
export async function giveUpDelivery(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { tenantId, messageId }: Jobs['settle-delivery'],
): Promise<void> {
  const doubt = await db.tenant(tenantId, (tx) => findDoubt(tx, tenantId, messageId))
  const nothingKnown = { evidence: { kind: 'not-offered' } as const, adapter: undefined }
  if (doubt) await db.tenant(tenantId, (tx) => settle(tx, { ...doubt, messageId }, nothingKnown, clock.now()))
}

async function findDoubt(tx: Tx, tenantId: string, messageId: string): Promise<Doubt | null> {
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
    .innerJoin(conversations, ofTenant(conversations, messages.tenantId, eq(conversations.id, messages.conversationId)))
    .innerJoin(tenants, ofTenant(messages, tenants.id))
    .where(ofTenant(messages, tenantId, eq(messages.id, messageId)))
  return row?.delivery === 'unknown' ? { ...row, tenantId } : null
}

async function settle(
  tx: Tx,
  { tenantId, messageId, timeZone }: Doubt & { messageId: string },
  { evidence, adapter }: { evidence: Evidence; adapter: ChannelAdapter | undefined },
  at: Date,
): Promise<void> {
  const row = await holdMessage(tx, tenantId, { id: messageId })
  if (row?.delivery !== 'unknown') return
  const message = { id: messageId }
  if (evidence.kind !== 'confirmed') {
    await raiseDelivery(tx, { tenantId, message, to: 'failed', reason: reasonOf(evidence, timeZone, at) }, at)
    return
  }
  const { channelId } = evidence
  const meta = { ...row.meta, confirmedAt: at.toISOString() }
  await tx.db
    .update(messages)
    .set({ meta, changedAt: at })
    .where(ofTenant(messages, tenantId, eq(messages.id, messageId)))
  await raiseDelivery(tx, { tenantId, message, to: 'sent', channelId }, at)
  await adapter?.adopt?.(tx, { tenantId, channelId }, { raiseDelivery, setFree }, at)
  const { lead_id: leadId } = await loadView(tx.db, tenantId, row.conversationId)
  const [now] = await tx.db
    .select()
    .from(messages)
    .where(ofTenant(messages, tenantId, eq(messages.id, messageId)))
  if (now)
    tx.emit({
      name: 'message.changed',
      payload: { tenantId, leadId, conversationId: row.conversationId, message: presentMessage(now) },
    })
}

function reasonOf({ kind }: Evidence, timeZone: string, at: Date): string {
  if (kind === 'none') return `A Meta não mostra esta mensagem, conferido às ${format(at, 'HH:mm', { in: tz(timeZone) })}.`
  return kind === 'unclear' ? UNCLEAR : NO_WORD
}
