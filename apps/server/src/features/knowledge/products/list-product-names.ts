import { and, arrayContains, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { knowledgePassages, knowledgeSources } from '../../../platform/database/schema/agents/knowledge.ts'

const MAX_PRODUCT_NAMES = 100

/** Returns the names of at most 100 products that an agent may mention. Products of newer knowledge sources come first. */
export async function listProductNames(tx: Tx, tenantId: string, agentId: string): Promise<string[]> {
  const rows = await tx.db
    .select({ name: sql<string | null>`${knowledgePassages.product}->>'name'` })
    .from(knowledgePassages)
    .innerJoin(
      knowledgeSources,
      whereTenant(knowledgeSources, knowledgePassages.tenantId, eq(knowledgeSources.id, knowledgePassages.sourceId)),
    )
    .where(
      and(
        whereTenant(knowledgePassages, tenantId, isNotNull(knowledgePassages.product)),
        or(isNull(knowledgeSources.agentIds), arrayContains(knowledgeSources.agentIds, [agentId])),
      ),
    )
    .orderBy(desc(knowledgeSources.id), knowledgePassages.position)
    .limit(MAX_PRODUCT_NAMES)
  return [...new Set(rows.flatMap(({ name }) => name ?? []))]
}
