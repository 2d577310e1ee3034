import type { MessageInfo } from '@prosa/contract/entities/conversations/message-info'
import { asc, eq, isNotNull, isNull } from 'drizzle-orm'
import * as z from 'zod/mini'
import { isUuid, type Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { conversations, messages } from '../../../platform/database/schema/conversations/conversations.ts'
import { messageEdits } from '../../../platform/database/schema/conversations/message-edits.ts'
import { messageStatuses } from '../../../platform/database/schema/whatsapp/whatsapp.ts'
import { errors } from '../../../platform/errors.ts'
import type { Costs } from '../../costs/ports.ts'
import { presentMessage } from '../messages/present-message.ts'
import type { MessageRow } from '../ports.ts'

type StatusRow = typeof messageStatuses.$inferSelect
type Step = MessageInfo['steps'][number]['step']

/** Delivery statuses of a channel that are shown as steps of a message. */
const STEPS: ReadonlySet<string> = new Set<Step>(['sent', 'delivered', 'read', 'played', 'failed'])
const isStep = (status: string): status is Step => STEPS.has(status)

const accepted = z.object({ acceptedAt: z.string() })

const charged = z.object({ pricing: z.object({ category: z.string(), type: z.nullish(z.string()) }) })
const text = z.nullish(z.string())
const refusal = z.object({
  code: z.nullish(z.coerce.string()),
  title: text,
  message: text,
  error_data: z.nullish(z.object({ details: text })),
})
const refused = z.object({ errors: z.array(refusal) })

/**
 * Returns the details of one message, for the panel's view 'Informações' (1-whatsapp §4): delivery steps, cost, errors and earlier texts.
 * @throws 404 if the conversation does not contain the message
 */
export async function getMessageInfo(
  tx: Tx,
  costs: Pick<Costs, 'ofMessage'>,
  tenantId: string,
  { leadId, conversationId, messageId }: { leadId: string; conversationId: string; messageId: string },
): Promise<MessageInfo> {
  const found = [leadId, conversationId, messageId].every(isUuid)
    ? await findMessage(tx, tenantId, { leadId, conversationId, messageId })
    : null
  if (!found) throw errors.notFound()
  const { row, channel } = found
  const { channelId } = row
  const statuses = channelId ? await listStatuses(tx, tenantId, channelId) : []
  const charge = statuses.map(({ payload }) => charged.safeParse(payload).data?.pricing).find((pricing) => pricing)
  const refusals = statuses.flatMap(({ payload }) => refused.safeParse(payload).data?.errors ?? [])
  const priced = charge && {
    category: charge.category,
    type: charge.type ?? null,
    micro_brl: await costs.ofMessage(tx, tenantId, row.id),
  }
  return {
    message_id: row.id,
    on_phone: row.role === 'AI' && (presentMessage(row).source ?? '').startsWith('phone'),
    steps: buildSteps(row, statuses),
    ...(channel === 'webchat' ? {} : { charge: priced ?? null }),
    details: [...new Set(refusals.map(formatRefusalDetail))],
    earlier: channelId && row.editedAt && !row.revokedAt ? await listEarlierTexts(tx, tenantId, channelId, row.content) : [],
  }
}

async function findMessage(
  tx: Tx,
  tenantId: string,
  { leadId, conversationId, messageId }: { leadId: string; conversationId: string; messageId: string },
): Promise<{ row: MessageRow; channel: string } | undefined> {
  const [found] = await tx.db
    .select({ row: messages, channel: conversations.channel })
    .from(messages)
    .innerJoin(conversations, whereTenant(conversations, messages.tenantId, eq(conversations.id, messages.conversationId)))
    .where(
      whereTenant(
        messages,
        tenantId,
        eq(messages.id, messageId),
        eq(messages.conversationId, conversationId),
        eq(conversations.leadId, leadId),
        isNull(conversations.mergedInto),
      ),
    )
  return found
}

const listStatuses = (tx: Tx, tenantId: string, channelId: string): Promise<StatusRow[]> =>
  tx.db
    .select()
    .from(messageStatuses)
    .where(whereTenant(messageStatuses, tenantId, eq(messageStatuses.channelId, channelId)))
    .orderBy(asc(messageStatuses.saidAt), asc(messageStatuses.receivedAt))

/**
 * Returns the delivery steps of a message by time, with the first time of each step. The step `accepted` is never later than the others. If
 * its time is not stored, the time of the message is used.
 */
function buildSteps(row: MessageRow, statuses: readonly StatusRow[]): MessageInfo['steps'] {
  const steps = new Map<Step, string>()
  for (const { status, saidAt, receivedAt } of statuses) {
    if (isStep(status) && !steps.has(status)) steps.set(status, (saidAt ?? receivedAt).toISOString())
  }
  const isTaken = row.delivery === 'sent' || row.delivery === 'delivered' || row.delivery === 'read'
  if (!isTaken && steps.size === 0) return []
  const stored = accepted.safeParse(row.meta).data?.acceptedAt ?? row.createdAt.toISOString()
  const first = [...steps.values()].sort()[0] ?? stored
  const later = [...steps].map(([step, at]) => ({ step, at })).sort((a, b) => a.at.localeCompare(b.at))
  return [{ step: 'accepted', at: stored < first ? stored : first }, ...later]
}

function formatRefusalDetail({ code, title, message, error_data }: z.infer<typeof refusal>): string {
  return [code, error_data?.details ?? message ?? title].filter(Boolean).join(': ')
}

/** Returns the texts that an edited message had before, without `now`, its current text. */
async function listEarlierTexts(tx: Tx, tenantId: string, channelId: string, now: string): Promise<MessageInfo['earlier']> {
  const rows = await tx.db
    .select({ content: messageEdits.content, at: messageEdits.saidAt })
    .from(messageEdits)
    .where(
      whereTenant(
        messageEdits,
        tenantId,
        eq(messageEdits.channelId, channelId),
        eq(messageEdits.applied, true),
        isNotNull(messageEdits.content),
      ),
    )
    .orderBy(asc(messageEdits.saidAt), asc(messageEdits.receivedAt))
  return rows.flatMap(({ content, at }) => (content === null || content === now ? [] : [{ content, at: at.toISOString() }]))
}
