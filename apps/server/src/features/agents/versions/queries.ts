import type { AgentVersion } from '@prosa/contract/entities/agents/agent-version'
import { desc, eq, lt } from 'drizzle-orm'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { agentVersions } from '../../../platform/database/schema/agents/versions.ts'
import { users } from '../../../platform/database/schema/organisation/accounts.ts'
import { errors } from '../../../platform/errors.ts'
import { findAgent } from '../queries.ts'

const PAGE_SIZE = 20

/** Returns a user's name. Returns null if `userId` is null or the user does not exist. */
export async function findUserName(tx: Tx, tenantId: string, userId: string | null): Promise<string | null> {
  if (userId === null) return null
  const [user] = await tx.db
    .select({ name: users.name })
    .from(users)
    .where(whereTenant(users, tenantId, eq(users.id, userId)))
  return user?.name ?? null
}

const selectVersions = (tx: Tx) =>
  tx.db
    .select({ row: agentVersions, name: users.name })
    .from(agentVersions)
    .leftJoin(users, whereTenant(users, agentVersions.tenantId, eq(users.id, agentVersions.publishedBy)))

/**
 * Lists an agent's published versions, newest first. The cursor is a version number.
 * @throws 404 if the agent does not exist, 400 for an invalid cursor
 */
export async function listVersions(
  tx: Tx,
  tenantId: string,
  agentId: string,
  { limit = PAGE_SIZE, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ versions: AgentVersion[]; nextCursor: string | null }> {
  if (!(await findAgent(tx, tenantId, agentId))) throw errors.notFound()
  if (cursor !== undefined && !/^\d{1,9}$/.test(cursor)) throw errors.invalid(undefined, { cursor: 'Cursor inválido.' })
  const { number } = agentVersions
  const before = cursor === undefined ? undefined : lt(number, Number(cursor))
  const rows = await selectVersions(tx)
    .where(whereTenant(agentVersions, tenantId, eq(agentVersions.agentId, agentId), before))
    .orderBy(desc(number))
    .limit(limit + 1)
  const versions = rows.slice(0, limit).map(presentVersion)
  return { versions, nextCursor: rows.length > limit ? String(versions.at(-1)?.number) : null }
}

/**
 * Returns a published version of an agent.
 * @throws 404 if it does not exist
 */
export async function findVersion(tx: Tx, tenantId: string, agentId: string, number: number): Promise<AgentVersion> {
  const versionFilter = whereTenant(agentVersions, tenantId, eq(agentVersions.agentId, agentId), eq(agentVersions.number, number))
  const [row] = await selectVersions(tx).where(versionFilter)
  if (!row) throw errors.notFound()
  return presentVersion(row)
}

const presentVersion = ({ row, name }: { row: typeof agentVersions.$inferSelect; name: string | null }): AgentVersion => ({
  number: row.number,
  settings: row.settings,
  changed: row.changed,
  note: row.note,
  published_by: row.publishedBy,
  published_by_name: name,
  published_at: row.publishedAt.toISOString(),
  restored_from: row.restoredFrom,
})
