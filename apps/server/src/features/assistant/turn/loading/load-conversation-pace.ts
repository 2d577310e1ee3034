import { asc, eq, gt, sql, sum } from 'drizzle-orm'
import type { Tx } from '../../../../platform/database/database.ts'
import { whereTenant } from '../../../../platform/database/queries/where-tenant.ts'
import { conversationHours } from '../../../../platform/database/schema/conversations/conversation-hours.ts'
import { conversations, messages } from '../../../../platform/database/schema/conversations/conversations.ts'
import type { RecentMessage } from '../../guard/limits/loop-detector.ts'
import type { ConversationPace } from '../../guard/limits/turn-limit.ts'

/** Maximum number of messages loaded for rules about the last ten minutes. Fewer are written in that time. */
const MAX_RECENT_MESSAGES = 120
/** Maximum number of characters loaded per text. Automatic replies and equal texts show by then. */
const MAX_TEXT_CHARS = 2_000
const DAY_MS = 86_400_000

/**
 * Returns true if a client key belongs to the first message of an agent's answer: 'turn:<number>:0'. In merged conversations, keys have a
 * prefix.
 */
const isFirstOfTurn = (key: string | null): boolean => key !== null && /(?:^|:)turn:\d+:0$/.test(key)

/**
 * Loads the recent messages with which the guard detects endless conversations. `answeredSeq`: sequence number of the last answered
 * message.
 */
export async function loadConversationPace(
  tx: Tx,
  conversation: Pick<typeof conversations.$inferSelect, 'tenantId' | 'id' | 'lastSeq'>,
  { answeredSeq, turnsWithoutPerson, now }: { answeredSeq: number; turnsWithoutPerson: number; now: Date },
): Promise<ConversationPace> {
  const { tenantId, id, lastSeq } = conversation
  const loadMessagesAfter = async (seq: number): Promise<RecentMessage[]> => {
    const rows = await tx.db
      .select({
        seq: messages.seq,
        role: messages.role,
        manual: messages.manual,
        type: messages.type,
        content: sql<string>`left(${messages.content}, ${MAX_TEXT_CHARS})`,
        key: messages.clientKey,
        at: messages.createdAt,
      })
      .from(messages)
      .where(whereTenant(messages, tenantId, eq(messages.conversationId, id), gt(messages.seq, seq)))
      .orderBy(asc(messages.seq))
    return rows.map(({ seq, role, manual, type, content, key: clientKey, at }) => ({
      sender: role === 'humano' ? 'lead' : manual ? 'person' : 'agent',
      type,
      content,
      at,
      startsTurn: role === 'AI' && !manual && isFirstOfTurn(clientKey),
      isUnanswered: role === 'humano' && seq > answeredSeq,
    }))
  }
  const { byAgent: agentCount, all: totalCount } = await countMessagesOfDay(tx, { tenantId, id }, now)
  return {
    recentMessages: await loadMessagesAfter(lastSeq - MAX_RECENT_MESSAGES),
    // Every answer has at least one message. Fewer agent messages than the limit therefore mean fewer answers.
    lastDayMessages: agentCount < turnsWithoutPerson ? [] : await loadMessagesAfter(lastSeq - totalCount),
    turnsWithoutPerson,
  }
}

/** Counts the messages of about the last 25 hours from hourly counters. Includes conversations merged into this one. */
async function countMessagesOfDay(tx: Tx, { tenantId, id }: { tenantId: string; id: string }, now: Date) {
  const h = conversationHours
  const [row] = await tx.db
    .select({ byAgent: sum(h.byAgent), all: sum(sql`${h.fromLead} + ${h.byAgent} + ${h.byPerson}`) })
    .from(h)
    .where(
      whereTenant(
        h,
        tenantId,
        gt(h.hour, new Date(now.getTime() - DAY_MS - 3_600_000)),
        sql`${h.conversationId} = ANY(ARRAY(SELECT ${id}::uuid UNION ALL SELECT ${conversations.id} FROM ${conversations}
          WHERE ${whereTenant(conversations, tenantId, eq(conversations.mergedInto, id))}))`,
      ),
    )
  return { byAgent: Number(row?.byAgent ?? 0), all: Number(row?.all ?? 0) }
}
