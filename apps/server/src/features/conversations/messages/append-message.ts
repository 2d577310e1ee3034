import { type Attachment, type DeliveryState, deliveryState, type Message } from '@prosa/contract/entities/conversations/message'
import { eq, inArray, type SQL, sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import * as z from 'zod/mini'
import type { Tx } from '../../../platform/database/database.ts'
import { latestTime } from '../../../platform/database/queries/latest-time.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { conversations, messages } from '../../../platform/database/schema/conversations/conversations.ts'
import { sendStatementNow } from '../../../platform/database/send-statement-now.ts'
import type { JsonObject } from '../../../platform/json/json.ts'
import { formatPreviewText } from '../../../platform/messages/preview-text.ts'
import { MessageAlreadyStoredError, type MessageRow, type StoredMessage } from '../ports.ts'
import { markReadForNewUsers } from '../unread/mark-read-for-new-users.ts'
import { LATE_MARK } from './message-marks.ts'
import { NOTICE_MESSAGE_TYPE, REACTION_MESSAGE_TYPE } from './message-types.ts'
import { presentMessage } from './present-message.ts'

export interface NewMessage {
  tenantId: string
  conversationId: string
  /** Id of the message; generated if absent. */
  id?: string
  /** Lead to whom the conversation must belong. If it belongs to another lead, nothing is stored. */
  leadId?: string
  role: 'humano' | 'AI'
  content: string
  type?: string
  manual?: boolean
  /**
   * Whether the team's phone sent the message automatically, such as a greeting. An automatic message does not count as an answer, is not
   * counted in statistics, and does not change the conversation list.
   */
  isAutomatic?: boolean
  sender?: { id: string; name: string }
  clientKey?: string | null
  requestHash?: string | null
  attachment?: Attachment | null
  channelId?: string | null
  meta?: JsonObject | null
  /** Text for the conversation list, if it differs from `content`. */
  preview?: string
  /** Delivery state of an outgoing message, if the channel has already reported one. */
  delivery?: DeliveryState
  /** Names of the channels on which an outgoing message counts as sent as soon as it is stored. */
  storeOnlyChannels?: readonly string[]
  /** Time at which the message was written; defaults to `at`. */
  writtenAt?: Date
  at: Date
}

const appendResult = z.object({
  channel: z.string(),
  seq: z.nullable(z.number()),
  delivery: z.nullable(deliveryState),
  lead_messages: z.number(),
  /** Number of users that have joined the organisation until now. */
  joins: z.number(),
  /** Value of `joins` when the lead's previous message was stored. */
  joins_seen: z.number(),
})

/** Text in the conversation list for a message that contains only invisible characters. */
const INVISIBLE_TEXT_PREVIEW = 'Mensagem sem texto'
const MAX_INTEGER = 2_147_483_647
const HOUR_MS = 3_600_000

/**
 * Stores a message with the next sequence number of its conversation, and updates the conversation's counters and the hourly statistics, in
 * one SQL statement. Locks the conversation's row first, so that sequence numbers follow the commit order without gaps.
 * @returns null if the conversation does not exist or was merged into another
 * @throws MessageAlreadyStoredError if the client key is already used
 */
export async function appendMessage(tx: Tx, input: NewMessage): Promise<{ message: Message; channel: string } | null> {
  const { tenantId, conversationId, role, manual = false, isAutomatic = false, at, writtenAt = at } = input
  const isFromLead = role === 'humano'
  const isReaction = input.type === REACTION_MESSAGE_TYPE
  const row = toMessageRow(input, writtenAt)
  const preview = formatPreviewText(input.preview ?? input.content) || (input.content === '' ? '' : INVISIBLE_TEXT_PREVIEW)
  const isSilent = isAutomatic || isReaction
  const increments = getHourlyIncrements(input)
  const hour = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS)
  const { rows } = await sendStatementNow(
    tx.db.execute(sql`
    WITH before AS (
      SELECT waiting_since, held_by_person, joins_seen, ${buildIsLateSql(input.writtenAt)} AS is_late FROM conversations
      WHERE tenant_id = ${tenantId} AND id = ${conversationId}
        ${input.leadId === undefined ? sql`` : sql`AND lead_id = ${input.leadId}`} AND merged_into IS NULL
      FOR UPDATE
    ), place AS (
      UPDATE conversations AS c SET
        last_seq = c.last_seq + 1,
        reactions = c.reactions + ${isReaction ? 1 : 0},
        ${isSilent ? sql`` : buildListColumnsSql(input, preview)}
        updated_at = ${isReaction ? sql`c.updated_at` : keepColumnIfLate('updated_at', latestTime(sql`c.updated_at`, at))},
        past_changed_at = CASE WHEN is_late OR ${isReaction} THEN ${at.toISOString()}::timestamptz ELSE c.past_changed_at END
        ${isSilent ? sql`` : isFromLead ? buildLeadMessageSql(tenantId, at, row.type === NOTICE_MESSAGE_TYPE ? null : writtenAt) : buildOutgoingMessageSql(writtenAt, manual)}
      FROM before
      WHERE c.tenant_id = ${tenantId} AND c.id = ${conversationId}
      RETURNING c.last_seq, c.lead_messages, c.agent_id, c.channel, c.joins_seen AS joins, before.joins_seen, before.is_late,
        ${at.toISOString()}::timestamptz - before.waiting_since AS waited, before.held_by_person
    ), stored AS (
      INSERT INTO messages (tenant_id, conversation_id, seq, lead_messages, response_ms, id, role, type, content, manual,
        sender_id, sender_name, client_key, request_hash, attachment, delivery, channel_id, meta, created_at)
      SELECT ${tenantId}::uuid, ${conversationId}::uuid, last_seq, lead_messages,
        ${isFromLead || isSilent ? sql`NULL` : sql`CASE WHEN waited IS NOT NULL THEN LEAST(GREATEST(EXTRACT(EPOCH FROM waited) * 1000, 0), ${MAX_INTEGER})::int END`},
        ${row.id}::uuid, ${role}, ${row.type}, ${row.content}, ${manual},
        ${row.senderId}::uuid, ${row.senderName}, ${row.clientKey}, ${input.requestHash ?? null}, ${toJsonbSql(row.attachment)}, ${buildInitialDeliverySql(input)},
        ${input.channelId ?? null}, CASE WHEN is_late THEN COALESCE(${toJsonbSql(row.meta)}, '{}') || ${toJsonbSql(LATE_MARK)} ELSE ${toJsonbSql(row.meta)} END,
        ${writtenAt.toISOString()}::timestamptz
      FROM place
      ON CONFLICT DO NOTHING
      RETURNING seq, delivery
    ), counted AS (
      INSERT INTO conversation_hours AS h (tenant_id, conversation_id, hour, agent_id, from_lead, by_agent, by_person, take_overs)
      SELECT ${tenantId}::uuid, ${conversationId}::uuid, ${hour.toISOString()}::timestamptz, agent_id,
        ${increments.lead}::int, ${increments.agent}::int, ${increments.user}::int,
        (${manual} AND NOT held_by_person)::int
      FROM place JOIN stored ON ${!isReaction}
      ON CONFLICT (tenant_id, conversation_id, hour) DO UPDATE SET
        from_lead = h.from_lead + EXCLUDED.from_lead, by_agent = h.by_agent + EXCLUDED.by_agent,
        by_person = h.by_person + EXCLUDED.by_person, take_overs = h.take_overs + EXCLUDED.take_overs
    )
    SELECT place.channel, place.lead_messages, place.joins, place.joins_seen, stored.seq, stored.delivery FROM place LEFT JOIN stored ON true`),
  )
  if (rows.length === 0) return null
  const { channel, seq, delivery, ...result } = appendResult.parse(rows[0])
  if (seq === null) throw new MessageAlreadyStoredError(conversationId)
  if (isFromLead && !isReaction) {
    const before = { lastSeq: seq - 1, leadMessages: result.lead_messages - 1, joinsSeen: result.joins_seen }
    await markReadForNewUsers(tx, { tenantId, conversationId, ...before }, result.joins, at)
  }
  return { message: presentMessage({ ...row, seq, delivery, editedAt: null, revokedAt: null }), channel }
}

const toMessageRow = (input: NewMessage, createdAt: Date) => ({
  id: input.id ?? uuid(),
  role: input.role,
  type: input.type ?? 'text',
  content: input.content,
  manual: input.manual ?? false,
  senderId: input.sender?.id ?? null,
  senderName: input.sender?.name ?? null,
  clientKey: input.clientKey ?? null,
  attachment: input.attachment ?? null,
  deliveryError: null,
  transcript: null,
  aboutFile: null,
  meta: input.meta ?? null,
  createdAt,
})

/** Returns SQL that sets a column to `value`, or keeps its value if the message is late (older than the newest message). */
const keepColumnIfLate = (column: string, value: SQL) => sql`CASE WHEN is_late THEN c.${sql.identifier(column)} ELSE ${value} END`

/** Returns SQL that updates the columns that the conversation list shows about the newest message. */
const buildListColumnsSql = ({ role, manual = false, sender, delivery }: NewMessage, preview: string): SQL => sql`
        last_message_preview = ${keepColumnIfLate('last_message_preview', sql`${preview}`)},
        last_message_from = ${keepColumnIfLate('last_message_from', sql`${role === 'humano' ? 'lead' : manual ? 'person' : 'agent'}`)},
        last_sender_id = ${keepColumnIfLate('last_sender_id', sql`${sender?.id ?? null}::uuid`)},
        last_sender_name = ${keepColumnIfLate('last_sender_name', sql`${sender?.name ?? null}`)},
        last_message_failed = ${keepColumnIfLate('last_message_failed', sql`${delivery === 'failed'}::boolean`)},`

/** Tolerated difference between the clock of a channel and the clock of this server. */
const CLOCK_TOLERANCE = sql`interval '10 seconds'`

/**
 * Returns SQL for whether a message is late: older than the newest message, by the channel's time. The conversation list does not show a
 * late message.
 */
const buildIsLateSql = (writtenAt: Date | undefined): SQL => {
  if (!writtenAt) return sql`false`
  const at = sql`${writtenAt.toISOString()}::timestamptz`
  return sql`COALESCE(${at} < last_client_message_at, false) OR COALESCE(${at} < last_agent_message_at - ${CLOCK_TOLERANCE}, false)`
}

/**
 * Returns by how much a message increments the hourly counters of the lead, the agent and the team. An automatic message increments none.
 */
const getHourlyIncrements = ({ role, manual = false, isAutomatic = false }: NewMessage) => ({
  lead: role === 'humano' ? 1 : 0,
  agent: role === 'AI' && !manual && !isAutomatic ? 1 : 0,
  user: manual ? 1 : 0,
})

/**
 * Returns SQL that updates the conversation for a lead's message. The reply window starts at the lead's newest message, even if an older
 * one arrives late.
 * @param writtenAt null for a notice of the channel, which opens no reply window and needs no answer
 */
const buildLeadMessageSql = (tenantId: string, at: Date, writtenAt: Date | null): SQL => sql`,
  lead_messages = c.lead_messages + 1,
  joins_seen = GREATEST(c.joins_seen, (SELECT joins FROM tenants WHERE id = ${tenantId}))
  ${
    writtenAt === null
      ? sql``
      : sql`,
  last_client_message_at = GREATEST(c.last_client_message_at, ${writtenAt.toISOString()}::timestamptz),
  waiting_since = COALESCE(c.waiting_since, ${at.toISOString()}::timestamptz)`
  }`

/**
 * Returns SQL that updates the conversation for an outgoing message. `held_by_person` stores whether a user wrote the last outgoing
 * message. It is used to detect when a user takes over from the agent.
 */
const buildOutgoingMessageSql = (writtenAt: Date, manual: boolean): SQL => sql`,
  last_agent_message_at = GREATEST(c.last_agent_message_at, ${writtenAt.toISOString()}::timestamptz),
  waiting_since = NULL,
  held_by_person = ${manual}`

/** Returns SQL for the initial delivery state of a message; NULL for a lead's message. */
const buildInitialDeliverySql = ({ role, delivery, storeOnlyChannels = [] }: NewMessage): SQL =>
  role === 'humano'
    ? sql`NULL`
    : sql`COALESCE(${delivery ?? null}, CASE WHEN channel = ANY(${sql.param([...storeOnlyChannels])}::text[]) THEN 'sent' ELSE 'queued' END)`

const toJsonbSql = (value: unknown): SQL => sql`${value === null ? null : JSON.stringify(value)}::jsonb`

/** Returns the message with this channel id and the conversation that now contains it, or null if there is none. */
export async function findMessageByChannelId(tx: Tx, tenantId: string, channelId: string): Promise<StoredMessage | null> {
  const [row] = await tx.db
    .select({ message: messages, leadId: conversations.leadId })
    .from(messages)
    .innerJoin(conversations, whereTenant(conversations, messages.tenantId, eq(conversations.id, messages.conversationId)))
    .where(whereTenant(messages, tenantId, eq(messages.channelId, channelId)))
  return row ? toStoredMessage(row) : null
}

const toStoredMessage = ({ message, leadId }: { message: MessageRow; leadId: string }) => ({
  message: presentMessage(message),
  leadId,
  conversationId: message.conversationId,
  requestHash: message.requestHash,
})

/** Returns the client key of a message whose conversation was merged into another. The original key may already be used there. */
export const getClientKeyBeforeMerge = (conversationId: string, clientKey: string): string => `${conversationId}:${clientKey}`

/**
 * Returns the message that was stored with this client key, and the hash of its request; null if there is none. Also finds the message
 * after its conversation was merged into another.
 */
export async function findMessageByClientKey(
  tx: Tx,
  tenantId: string,
  conversationId: string,
  clientKey: string,
): Promise<(StoredMessage & { requestHash: string | null }) | null> {
  // Uses one statement, because the conversation could be merged between two statements.
  const rows = await tx.db
    .select({ message: messages, leadId: conversations.leadId })
    .from(conversations)
    .innerJoin(
      messages,
      whereTenant(
        messages,
        conversations.tenantId,
        eq(messages.conversationId, sql`COALESCE(${conversations.mergedInto}, ${conversations.id})`),
        inArray(messages.clientKey, [clientKey, getClientKeyBeforeMerge(conversationId, clientKey)]),
      ),
    )
    .where(whereTenant(conversations, tenantId, eq(conversations.id, conversationId)))
  const row = rows.find(({ message }) => message.clientKey !== clientKey) ?? rows[0]
  return row ? toStoredMessage(row) : null
}
