import { asc, eq, gt, sql, sum } from 'drizzle-orm'
import type { Tx } from '../../../kernel/db/database.ts'
import { ofTenant } from '../../../kernel/db/of-tenant.ts'
import { conversationHours } from '../../../kernel/db/schema/conversation-hours.ts'
import { conversations, messages } from '../../../kernel/db/schema/conversations.ts'
import type { Pace } from '../guard/brake.ts'
import type { Passed } from '../guard/loop.ts'

/** Messages that the rules of minutes look at: more than anybody writes and is answered in ten of them. */
const RECENT = 120
/** What is read of a text: an automatic answer says so at its beginning, and equal texts differ early. */
const TEXT_CHARS = 2_000
const DAY_MS = 86_400_000

/** The key of a turn's first message; one that was joined from another conversation carries that one's name. */
const isFirstOfTurn = (key: string | null): boolean => key !== null && /(?:^|:)turn:\d+:0$/.test(key)

/** What the guard's rules on pace look at, by places in the conversation and never by its length. */
export async function loadPace(
  tx: Tx,
  conversation: Pick<typeof conversations.$inferSelect, 'tenantId' | 'id' | 'lastSeq'>,
  { answered, turnsWithoutPerson, now }: { answered: number; turnsWithoutPerson: number; now: Date },
): Promise<Pace> {
  const { tenantId, id, lastSeq } = conversation
  const after = async (seq: number): Promise<Passed[]> => {
    const rows = await tx.db
      .select({
        seq: messages.seq,
        role: messages.role,
        manual: messages.manual,
        type: messages.type,
        content: sql<string>`left(${messages.content}, ${TEXT_CHARS})`,
        key: messages.clientKey,
        at: messages.createdAt,
      })
      .from(messages)
      .where(ofTenant(messages, tenantId, eq(messages.conversationId, id), gt(messages.seq, seq)))
      .orderBy(asc(messages.seq))
    return rows.map(({ seq, role, manual, type, content, key, at }) => ({
      from: role === 'humano' ? 'lead' : manual ? 'person' : 'agent',
      type,
      content,
      at,
      isTurn: role === 'AI' && !manual && isFirstOfTurn(key),
      isNew: role === 'humano' && seq > answered,
    }))
  }
  const { byAgent, all } = await saidInADay(tx, { tenantId, id }, now)
  return {
    passed: await after(lastSeq - RECENT),
    // Every turn says something: where the agent said less than that many things, it had fewer turns.
    day: byAgent < turnsWithoutPerson ? [] : await after(lastSeq - all),
    turnsWithoutPerson,
  }
}

/** How much was said in the last 24 hours and a little more, also in conversations that were joined to this one since. */
async function saidInADay(tx: Tx, { tenantId, id }: { tenantId: string; id: string }, now: Date) {
  const h = conversationHours
  const [row] = await tx.db
    .select({ byAgent: sum(h.byAgent), all: sum(sql`${h.fromLead} + ${h.byAgent} + ${h.byPerson}`) })
    .from(h)
    .where(
      ofTenant(
        h,
        tenantId,
        gt(h.hour, new Date(now.getTime() - DAY_MS - 3_600_000)),
        sql`${h.conversationId} = ANY(ARRAY(SELECT ${id}::uuid UNION ALL SELECT ${conversations.id} FROM ${conversations}
          WHERE ${ofTenant(conversations, tenantId, eq(conversations.mergedInto, id))}))`,
      ),
    )
  return { byAgent: Number(row?.byAgent ?? 0), all: Number(row?.all ?? 0) }
}
