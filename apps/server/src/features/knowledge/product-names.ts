import { and, arrayContains, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { knowledgePassages, knowledgeSources } from '../../kernel/db/schema/knowledge.ts'

const MOST = 100

/** Returns the names of products that an agent may use, at most 100. See `Knowledge.productNames`. */
export async function productNames(tx: Tx, tenantId: string, agentId: string): Promise<string[]> {
  const rows = await tx.db
    .select({ name: sql<string | null>`${knowledgePassages.product}->>'name'` })
    .from(knowledgePassages)
    .innerJoin(
      knowledgeSources,
      ofTenant(knowledgeSources, knowledgePassages.tenantId, eq(knowledgeSources.id, knowledgePassages.sourceId)),
    )
    .where(
      and(
        ofTenant(knowledgePassages, tenantId, isNotNull(knowledgePassages.product)),
        or(isNull(knowledgeSources.agentIds), arrayContains(knowledgeSources.agentIds, [agentId])),
      ),
    )
    .orderBy(desc(knowledgeSources.id), knowledgePassages.position)
    .limit(MOST)
  return [...new Set(rows.flatMap(({ name }) => name ?? []))]
}
