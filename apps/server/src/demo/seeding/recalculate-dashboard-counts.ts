import { sql } from 'drizzle-orm'
import type { Tx } from '../../platform/database/database.ts'

/**
 * Recalculates the dashboard's counts from the messages, after a bulk insert (demo, import). Counts only rows that the transaction can see.
 */
export async function recalculateDashboardCounts({ db }: Tx): Promise<void> {
  await db.execute(sql`DELETE FROM conversation_hours`)
  await db.execute(sql`
    INSERT INTO conversation_hours (tenant_id, conversation_id, hour, agent_id, from_lead, by_agent, by_person, take_overs)
    SELECT m.tenant_id, m.conversation_id, date_trunc('hour', m.created_at), c.agent_id,
      count(*) FILTER (WHERE m.role = 'humano'),
      count(*) FILTER (WHERE m.role = 'AI' AND NOT m.manual),
      count(*) FILTER (WHERE m.manual),
      count(*) FILTER (WHERE m.manual AND m.manual_before IS DISTINCT FROM true)
    FROM (SELECT *, lag(manual) OVER (PARTITION BY tenant_id, conversation_id, role ORDER BY seq) AS manual_before FROM messages) m
    JOIN conversations c ON c.tenant_id = m.tenant_id AND c.id = m.conversation_id
    GROUP BY 1, 2, 3, 4`)
  await db.execute(sql`
    UPDATE conversations c SET held_by_person = last.manual
    FROM (SELECT DISTINCT ON (tenant_id, conversation_id) * FROM messages WHERE role = 'AI' ORDER BY tenant_id, conversation_id, seq DESC) last
    WHERE last.tenant_id = c.tenant_id AND last.conversation_id = c.id`)
  // A response time starts at the lead's first message after the previous answer.
  await db.execute(sql`
    UPDATE messages m SET response_ms = LEAST(2147483647, EXTRACT(EPOCH FROM m.created_at - w.since) * 1000)::int
    FROM (
      SELECT tenant_id, conversation_id, seq, role,
        min(created_at) FILTER (WHERE role = 'humano') OVER (PARTITION BY tenant_id, conversation_id, answers) AS since
      FROM (
        SELECT *, count(*) FILTER (WHERE role = 'AI') OVER (PARTITION BY tenant_id, conversation_id ORDER BY seq ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS answers
        FROM messages
      ) numbered
    ) w
    WHERE w.role = 'AI' AND w.since IS NOT NULL AND m.tenant_id = w.tenant_id AND m.conversation_id = w.conversation_id AND m.seq = w.seq`)
  await db.execute(sql`
    UPDATE conversations c SET waiting_since = w.since
    FROM (
      SELECT m.tenant_id, m.conversation_id, min(m.created_at) AS since
      FROM messages m
      WHERE m.role = 'humano' AND m.seq > COALESCE((SELECT max(a.seq) FROM messages a WHERE a.tenant_id = m.tenant_id AND a.conversation_id = m.conversation_id AND a.role = 'AI'), 0)
      GROUP BY 1, 2
    ) w
    WHERE w.tenant_id = c.tenant_id AND w.conversation_id = c.id`)
}
