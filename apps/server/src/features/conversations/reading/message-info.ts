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

/** Channel statuses that the panel shows as delivery steps of a message. */
const STEPS: ReadonlySet<string> = new Set<Step>(['sent', 'delivered', 'read', 'played', 'failed'])
const isStep = (status: string): status is Step => STEPS.has(status)

const acceptedMeta = z.object({ acceptedAt: z.string() })

const pricingPayload = z.object({ pricing: z.object({ category: z.string(), type: z.nullish(z.string()) }) })
const optionalText = z.nullish(z.string())
const deliveryErrorPayload = z.object({
  code: z.nullish(z.coerce.string()),
  title: optionalText,
  message: optionalText,
  error_data: z.nullish(z.object({ details: optionalText })),
})
const failedPayload = z.object({ errors: z.array(deliveryErrorPayload) })

/**
 * Returns the details of a message for the panel's view 'Informações' (1-whatsapp §4): delivery steps, cost, errors and earlier texts.
 * @throws 404 if the conversation does not contain the message
 */
export async function getMessageInfo(
  tx: Tx,
  costs: Pick<Costs, 'getMessageCharge'>,
  tenantId: string,
  { leadId, conversationId, messageId }: { leadId: string; conversationId: string; messageId: string },
): Promise<MessageInfo> {
  const message = [leadId, conversationId, messageId].every(isUuid)
    ? await findMessage(tx, tenantId, { leadId, conversationId, messageId })
    : null
  if (!message) throw errors.notFound()
  const { row, channel } = message
  const { channelId } = row
  const statuses = channelId ? await listStatuses(tx, tenantId, channelId) : []
  const statusPricing = statuses.map(({ payload }) => pricingPayload.safeParse(payload).data?.pricing).find((pricing) => pricing)
  const deliveryErrors = statuses.flatMap(({ payload }) => failedPayload.safeParse(payload).data?.errors ?? [])
  const presentedCharge = statusPricing && {
    category: statusPricing.category,
    type: statusPricing.type ?? null,
    micro_brl: await costs.getMessageCharge(tx, tenantId, row.id),
  }
  return {
    message_id: row.id,
    on_phone: row.role === 'AI' && (presentMessage(row).source ?? '').startsWith('phone'),
    steps: buildSteps(row, statuses),
    ...(channel === 'webchat' ? {} : { charge: presentedCharge ?? null }),
    details: [...new Set(deliveryErrors.map(formatRefusalDetail))],
    earlier: channelId && row.editedAt && !row.revokedAt ? await listEarlierTexts(tx, tenantId, channelId, row.content) : [],
  }
}

async function findMessage(
  tx: Tx,
  tenantId: string,
  { leadId, conversationId, messageId }: { leadId: string; conversationId: string; messageId: string },
): Promise<{ row: MessageRow; channel: string } | undefined> {
  const [match] = await tx.db
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
  return match
}

const listStatuses = (tx: Tx, tenantId: string, channelId: string): Promise<StatusRow[]> =>
  tx.db
    .select()
    .from(messageStatuses)
    .where(whereTenant(messageStatuses, tenantId, eq(messageStatuses.channelId, channelId)))
    .orderBy(asc(messageStatuses.saidAt), asc(messageStatuses.receivedAt))

/**
 * Returns the delivery steps of a message by time, each with the first time it was reported. `accepted` always comes first; if its time is
 * not stored, the message's time is used.
 */
function buildSteps(row: MessageRow, statuses: readonly StatusRow[]): MessageInfo['steps'] {
  const steps = new Map<Step, string>()
  for (const { status, saidAt, receivedAt } of statuses) {
    if (isStep(status) && !steps.has(status)) steps.set(status, (saidAt ?? receivedAt).toISOString())
  }
  const isAcceptedByChannel = row.delivery === 'sent' || row.delivery === 'delivered' || row.delivery === 'read'
  if (!isAcceptedByChannel && steps.size === 0) return []
  const acceptedAt = acceptedMeta.safeParse(row.meta).data?.acceptedAt ?? row.createdAt.toISOString()
  const first = [...steps.values()].sort()[0] ?? acceptedAt
  const laterSteps = [...steps].map(([step, at]) => ({ step, at })).sort((a, b) => a.at.localeCompare(b.at))
  return [{ step: 'accepted', at: acceptedAt < first ? acceptedAt : first }, ...laterSteps]
}

function formatRefusalDetail({ code, title, message, error_data }: z.infer<typeof deliveryErrorPayload>): string {
  return [code, error_data?.details ?? message ?? title].filter(Boolean).join(': ')
}

/** Returns the earlier texts of an edited message, without its current text. */
async function listEarlierTexts(
  tx: Tx,
  tenantId: string,
  channelId: string,
  currentText: string,
): Promise<MessageInfo['earlier']> {
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
  return rows.flatMap(({ content, at }) =>
    content === null || content === currentText ? [] : [{ content, at: at.toISOString() }],
  )
}
