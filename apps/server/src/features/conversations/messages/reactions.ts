import type { Message } from '@prosa/contract/entities/conversations/message'
import { canReactTo, isEmoji } from '@prosa/contract/rules/conversations/reactions'
import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Identity } from '../../../platform/access/identity.ts'
import { isUuid, type Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { conversations, leads, messages } from '../../../platform/database/schema/conversations/conversations.ts'
import type { Deps } from '../../../platform/deps.ts'
import { errors } from '../../../platform/errors.ts'
import type { JobPayloads } from '../../../platform/jobs/job-names.ts'
import { lockMessageForUpdate } from '../outbound/advance-delivery-status.ts'
import { isWindowOpen } from '../outbound/reply-window.ts'
import type { ChannelAdapters, MessageRow } from '../ports.ts'
import { presentMessage } from './present-message.ts'

const storedReaction = z.object({ ourReaction: z.object({ emoji: z.nullable(z.string()) }) })
const TOO_OLD_TEXT = 'Não dá para reagir a esta mensagem: ela tem mais de 30 dias, ou foi apagada.'
const NOT_DELIVERED_TEXT = 'Esta mensagem ainda não chegou ao WhatsApp.'
const WINDOW_CLOSED_TEXT = 'Passaram mais de 24 horas desde a última mensagem do lead: o WhatsApp não leva a reação.'
const NOT_CONFIRMED_TEXT = 'O WhatsApp não confirmou a reação.'
/** Maximum number of attempts to send a reaction, over about an hour. */
const MAX_ATTEMPTS = 12

interface ReactionTarget {
  leadId: string
  conversationId: string
  messageId: string
}

/**
 * Sets the team's reaction to a message, or removes the reaction if `emoji` is null. Idempotent. A reaction does not pause the agent, is
 * not counted as a message and is no answer (MEDIA-17).
 * @throws 404 if the message does not exist; 400 if it cannot be reacted to
 */
export function setReaction(
  { db, jobs, clock }: Pick<Deps, 'db' | 'jobs' | 'clock'>,
  channelAdapters: ChannelAdapters,
  identity: Identity,
  { leadId, conversationId, messageId }: ReactionTarget,
  emoji: string | null,
): Promise<Message> {
  const { tenantId } = identity
  if (![leadId, conversationId, messageId].every(isUuid)) throw errors.notFound()
  if (emoji !== null && !isEmoji(emoji)) throw errors.invalid(undefined, { emoji: 'Uma reação é um emoji.' })
  return db.tenant(tenantId, async (tx) => {
    const at = clock.now()
    const row = await lockMessageForUpdate(tx, tenantId, { id: messageId })
    const conversation =
      row?.conversationId === conversationId ? await findReactionConversation(tx, tenantId, conversationId) : null
    if (!row || conversation?.leadId !== leadId || conversation.erasedAt) throw errors.notFound()
    if (!canReactTo(presentMessage(row), at.getTime())) throw errors.invalid(TOO_OLD_TEXT)
    const channel = channelAdapters[conversation.channel]
    if (channel?.sendReaction) {
      if (!row.channelId) throw errors.invalid(NOT_DELIVERED_TEXT)
      if (!isWindowOpen(channel, conversation.lastClientMessageAt, at)) throw errors.invalid(WINDOW_CLOSED_TEXT)
      await jobs.send(tx, 'send-reaction', { tenantId, conversationId, messageId }, { key: messageId })
    }
    return storeReaction(tx, row, leadId, { emoji, person: identity.name }, at)
  })
}

async function findReactionConversation(tx: Tx, tenantId: string, conversationId: string) {
  const [row] = await tx.db
    .select({
      leadId: conversations.leadId,
      channel: conversations.channel,
      accountId: conversations.channelAccountId,
      address: conversations.channelAddress,
      lastClientMessageAt: conversations.lastClientMessageAt,
      erasedAt: leads.erasedAt,
    })
    .from(conversations)
    .innerJoin(leads, whereTenant(leads, conversations.tenantId, eq(leads.id, conversations.leadId)))
    .where(whereTenant(conversations, tenantId, eq(conversations.id, conversationId)))
  return row ?? null
}

async function storeReaction(
  tx: Tx,
  row: MessageRow,
  leadId: string,
  ourReaction: { emoji: string | null; person?: string; error?: string },
  at: Date,
): Promise<Message> {
  const { tenantId, conversationId, id } = row
  const changes = { meta: { ...row.meta, ourReaction }, changedAt: at }
  await tx.db
    .update(messages)
    .set(changes)
    .where(whereTenant(messages, tenantId, eq(messages.id, id)))
  const message = presentMessage({ ...row, ...changes })
  tx.emit({ name: 'message.changed', payload: { tenantId, leadId, conversationId, message } })
  return message
}

/**
 * Sends the team's stored reaction to the channel. Sending it twice is safe, so a lost response is retried.
 * @throws an error if the job must be retried
 */
export async function sendReaction(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  channelAdapters: ChannelAdapters,
  { tenantId, conversationId, messageId }: JobPayloads['send-reaction'],
  failures: number,
): Promise<void> {
  const target = await db.tenant(tenantId, async (tx) => {
    const [row] = await tx.db
      .select()
      .from(messages)
      .where(whereTenant(messages, tenantId, eq(messages.id, messageId)))
    const conversation = row && (await findReactionConversation(tx, tenantId, row.conversationId))
    return row && conversation ? { row, conversation } : null
  })
  const reaction = storedReaction.safeParse(target?.row.meta).data?.ourReaction
  const sendToChannel = target && channelAdapters[target.conversation.channel]?.sendReaction
  if (!target || !reaction || !sendToChannel || !target.row.channelId) return
  const { accountId, address } = target.conversation
  const { emoji } = reaction
  const result = await sendToChannel({ tenantId, conversationId, accountId, address, channelId: target.row.channelId, emoji })
  if (result.kind === 'accepted') return
  if (result.kind !== 'refused' && failures < MAX_ATTEMPTS) throw new Error('A reaction is to be told again')
  const error = result.kind === 'unknown' ? NOT_CONFIRMED_TEXT : result.reason
  await db.tenant(tenantId, async (tx) => {
    const row = await lockMessageForUpdate(tx, tenantId, { id: messageId })
    // If a user changed the reaction meanwhile, another job sends the new reaction.
    if (!row || storedReaction.safeParse(row.meta).data?.ourReaction.emoji !== emoji) return
    await storeReaction(tx, row, target.conversation.leadId, { emoji: null, error }, clock.now())
  })
}

/** Removes a reaction that could not be sent to the channel, and stores an error text with the message. */
export async function markReactionFailed(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { tenantId, messageId }: JobPayloads['send-reaction'],
): Promise<void> {
  await db.tenant(tenantId, async (tx) => {
    const row = await lockMessageForUpdate(tx, tenantId, { id: messageId })
    const conversation = row && (await findReactionConversation(tx, tenantId, row.conversationId))
    if (!conversation || !storedReaction.safeParse(row.meta).data?.ourReaction.emoji) return
    await storeReaction(tx, row, conversation.leadId, { emoji: null, error: NOT_CONFIRMED_TEXT }, clock.now())
  })
}
