import { and, asc, desc, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { isUuid, type Tx } from '../../platform/database/database.ts'
import { buildTimeCursorCondition, formatTimeCursor } from '../../platform/database/queries/time-cursor.ts'
import { whereTenant } from '../../platform/database/queries/where-tenant.ts'
import { knowledgePassages, knowledgeQuestions, knowledgeSources } from '../../platform/database/schema/agents/knowledge.ts'
import { leads } from '../../platform/database/schema/conversations/conversations.ts'
import { users } from '../../platform/database/schema/organisation/accounts.ts'
import { errors } from '../../platform/errors.ts'
import type { QuestionRow, SourceRow } from './present.ts'

const PAGE_SIZE = 50

interface PageQuery {
  limit?: number | undefined
  cursor?: string | undefined
}

/**
 * Lists an organisation's knowledge sources, newest first, with cursor pagination. `agent_id` limits the list to the sources of one agent.
 * @throws 400 for an invalid cursor
 */
export async function listSources(
  tx: Tx,
  tenantId: string,
  { agent_id, limit = PAGE_SIZE, cursor }: PageQuery & { agent_id?: string | undefined },
): Promise<{ rows: SourceRow[]; nextCursor: string | null }> {
  const { createdAt, id, agentIds } = knowledgeSources
  const rows = await tx.db
    .select()
    .from(knowledgeSources)
    .where(
      whereTenant(
        knowledgeSources,
        tenantId,
        agent_id === undefined ? undefined : usedByAgentCondition(agentIds, agent_id),
        cursor ? buildTimeCursorCondition(createdAt, id, cursor) : undefined,
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit + 1)
  const pageRows = rows.slice(0, limit)
  const last = pageRows.at(-1)
  return { rows: pageRows, nextCursor: rows.length > limit && last ? formatTimeCursor(last.createdAt, last.id) : null }
}

const usedByAgentCondition = (column: typeof knowledgeSources.agentIds, agentId: string): SQL | undefined =>
  isUuid(agentId) ? or(isNull(column), sql`${agentId}::uuid = ANY (${column})`) : sql`false`

export async function getUserNames(
  tx: Tx,
  tenantId: string,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const userIds = [...new Set(ids)].filter((id) => id !== null)
  const rows =
    userIds.length === 0
      ? []
      : await tx.db
          .select({ id: users.id, name: users.name })
          .from(users)
          .where(whereTenant(users, tenantId, inArray(users.id, userIds)))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export async function findLeadName(tx: Tx, tenantId: string, leadId: string): Promise<string | null> {
  const [lead] = await tx.db
    .select({ name: leads.name })
    .from(leads)
    .where(whereTenant(leads, tenantId, eq(leads.id, leadId)))
  return lead?.name ?? null
}

/**
 * Returns a knowledge source.
 * @throws 404 if it does not exist
 */
export async function findSource(tx: Tx, tenantId: string, id: string): Promise<SourceRow> {
  const [row] = await tx.db
    .select()
    .from(knowledgeSources)
    .where(whereTenant(knowledgeSources, tenantId, eq(knowledgeSources.id, id)))
  if (!row) throw errors.notFound()
  return row
}

/**
 * Lists the passages of a knowledge source in their original order, with cursor pagination.
 * @throws 400 for an invalid cursor
 */
export async function listPassages(tx: Tx, { tenantId, id: sourceId }: SourceRow, { limit = PAGE_SIZE, cursor }: PageQuery) {
  const after = cursor === undefined ? -1 : Number(cursor)
  if (!Number.isInteger(after)) throw errors.invalid(undefined, { cursor: 'Cursor inválido.' })
  const rows = await tx.db
    .select()
    .from(knowledgePassages)
    .where(
      whereTenant(knowledgePassages, tenantId, eq(knowledgePassages.sourceId, sourceId), gt(knowledgePassages.position, after)),
    )
    .orderBy(asc(knowledgePassages.position))
    .limit(limit + 1)
  const pageRows = rows.slice(0, limit)
  return { rows: pageRows, nextCursor: rows.length > limit ? String(pageRows.at(-1)?.position) : null }
}

/**
 * Lists questions that the knowledge base could not answer, with cursor pagination. The most recently asked one comes first.
 * @throws 400 for an invalid cursor
 */
export async function listQuestions(
  tx: Tx,
  tenantId: string,
  { state = 'waiting', limit = PAGE_SIZE, cursor }: PageQuery & { state?: 'waiting' | 'answered' | 'dismissed' | undefined },
): Promise<{ rows: QuestionRow[]; nextCursor: string | null }> {
  const { lastAt, id } = knowledgeQuestions
  const states = state === 'waiting' ? (['open', 'suggested'] as const) : [state]
  const rows = await tx.db
    .select()
    .from(knowledgeQuestions)
    .where(
      whereTenant(
        knowledgeQuestions,
        tenantId,
        and(inArray(knowledgeQuestions.state, [...states]), cursor ? buildTimeCursorCondition(lastAt, id, cursor) : undefined),
      ),
    )
    .orderBy(desc(lastAt), desc(id))
    .limit(limit + 1)
  const pageRows = rows.slice(0, limit)
  const last = pageRows.at(-1)
  return { rows: pageRows, nextCursor: rows.length > limit && last ? formatTimeCursor(last.lastAt, last.id) : null }
}
