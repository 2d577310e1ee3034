import { sql } from 'drizzle-orm'
import type { Tx } from '../../platform/database/database.ts'

/** Inserts estimated language model costs for all messages of agents: a fixed amount plus an amount per character. */
export async function insertDemoCosts(tx: Tx, tenantId: string): Promise<void> {
  await tx.db.execute(sql`
    INSERT INTO costs (tenant_id, kind, ref, micro_brl, state, lead_id, conversation_id, agent_id, version, at)
    SELECT m.tenant_id, 'model', m.id::text, 9000 + 45 * length(m.content), 'final', c.lead_id, c.id, c.agent_id,
      (SELECT max(number) FROM agent_versions v WHERE v.tenant_id = m.tenant_id AND v.agent_id = c.agent_id AND v.published_at <= m.created_at),
      m.created_at
    FROM messages m JOIN conversations c ON c.tenant_id = m.tenant_id AND c.id = m.conversation_id
    WHERE m.tenant_id = ${tenantId} AND m.role = 'AI' AND NOT m.manual`)
}
