import type { AuditFilter } from '@prosa/contract/calls/organisation/audit'
import { AUDIT_ACTIONS, type AuditRow } from '@prosa/contract/entities/organisation/audit'
import { and, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { isUuid, type Tx } from '../../platform/database/database.ts'
import { toContainsPattern } from '../../platform/database/queries/contains-pattern.ts'
import { buildLeadSearchCondition } from '../../platform/database/queries/lead-search.ts'
import { buildTimeCursorCondition, formatTimeCursor } from '../../platform/database/queries/time-cursor.ts'
import { whereTenant } from '../../platform/database/queries/where-tenant.ts'
import { agents, leads } from '../../platform/database/schema/conversations/conversations.ts'
import { users } from '../../platform/database/schema/organisation/accounts.ts'
import { auditLog } from '../../platform/database/schema/organisation/tenants.ts'
import type { AuditLogRow } from './seal-audit-log.ts'

const PAGE_SIZE = 50
/** Maximum number of users, of agents and of leads that a name search considers. */
const MAX_NAME_MATCHES = 100

/**
 * Lists an organisation's audit log, newest first, with cursor pagination.
 * @throws 400 for an invalid cursor
 */
export async function listAuditEntries(
  tx: Tx,
  tenantId: string,
  { limit = PAGE_SIZE, cursor, ...filter }: AuditFilter & { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ rows: AuditLogRow[]; nextCursor: string | null }> {
  const condition = whereTenant(
    auditLog,
    tenantId,
    buildFilterCondition(filter),
    cursor ? buildTimeCursorCondition(auditLog.createdAt, auditLog.id, cursor) : undefined,
  )
  const rows = await tx.db
    .select()
    .from(auditLog)
    .where(
      filter.search
        ? whereTenant(auditLog, tenantId, await buildNameSearchCondition(tx, tenantId, filter.search, condition, limit + 1))
        : condition,
    )
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
    .limit(limit + 1)
  const visibleRows = rows.slice(0, limit)
  const last = visibleRows.at(-1)
  return { rows: visibleRows, nextCursor: rows.length > limit && last ? formatTimeCursor(last.createdAt, last.id) : null }
}

function buildFilterCondition({ actor, action, subject, from, to }: AuditFilter): SQL | undefined {
  const actions = AUDIT_ACTIONS.filter((auditAction) => auditAction === action || auditAction.startsWith(`${action}.`))
  if (actor !== undefined && !isUuid(actor)) return sql`false`
  return and(
    actor === undefined ? undefined : eq(auditLog.actorId, actor.toLowerCase()),
    action === undefined ? undefined : inArray(auditLog.action, actions),
    subject === undefined ? undefined : eq(auditLog.subject, subject.toLowerCase()),
    from === undefined ? undefined : gte(auditLog.createdAt, new Date(from)),
    to === undefined ? undefined : lt(auditLog.createdAt, new Date(to)),
  )
}

/**
 * Returns an SQL condition for audit entries by or about someone whose name contains the search words. Finds the matching users, agents and
 * leads first and then their newest entries by index: scanning the whole log would be slow (TRUST-22).
 */
async function buildNameSearchCondition(
  tx: Tx,
  tenantId: string,
  search: string,
  filterCondition: SQL | undefined,
  limit: number,
): Promise<SQL> {
  const words = search.split(/\s+/).filter(Boolean)
  const actors = [
    ...(await findNewestIds(tx, tenantId, users, and(...words.map((word) => matchesWord(users.name, word))))),
    ...(await findNewestIds(tx, tenantId, agents, and(...words.map((word) => matchesWord(agents.name, word))))),
  ]
  const subjects = [...actors, ...(await findNewestIds(tx, tenantId, leads, buildLeadSearchCondition(search)))]
  return sql`${auditLog.id} IN (
    SELECT found.id FROM (
      ${selectNewestEntries(auditLog.actorId, sql`${sql.param(actors)}::uuid[]`, filterCondition, limit)}
      UNION ALL ${selectNewestEntries(auditLog.subject, sql`${sql.param(subjects)}::text[]`, filterCondition, limit)}
    ) AS found ORDER BY found.at DESC, found.id DESC LIMIT ${2 * limit})`
}

/**
 * Returns an SQL query for the newest audit entries of each id. Compares ranges instead of using `=`: with `=`, PostgreSQL may choose to
 * scan the whole log for an id that has no entries.
 */
const selectNewestEntries = (column: PgColumn, ids: SQL, filterCondition: SQL | undefined, limit: number): SQL => sql`
  SELECT act.id, act.at FROM unnest(${ids}) AS named(id) CROSS JOIN LATERAL (
    SELECT ${auditLog.id} AS id, ${auditLog.createdAt} AS at FROM ${auditLog}
    WHERE (${column}, ${auditLog.createdAt}) >= (named.id, '-infinity'::timestamptz)
      AND (${column}, ${auditLog.createdAt}) <= (named.id, 'infinity'::timestamptz) AND ${filterCondition}
    ORDER BY ${column} DESC, ${auditLog.createdAt} DESC, ${auditLog.id} DESC LIMIT ${limit}) AS act`

const matchesWord = (name: PgColumn, word: string): SQL => sql`prosa_fold(${name}) LIKE prosa_fold(${toContainsPattern(word)})`

type NamedTable = PgTable & Record<'tenantId' | 'id' | 'createdAt', PgColumn>

async function findNewestIds(tx: Tx, tenantId: string, table: NamedTable, condition: SQL | undefined): Promise<string[]> {
  const { rows } = await tx.db.execute(sql`
    SELECT ${table.id} AS id FROM ${table} WHERE ${whereTenant(table, tenantId, condition)}
    ORDER BY ${table.createdAt} DESC LIMIT ${MAX_NAME_MATCHES}`)
  return rows.map(({ id }) => String(id))
}

export const presentAuditEntry = (row: AuditLogRow): AuditRow => ({
  id: row.id,
  seq: row.seq,
  at: row.createdAt.toISOString(),
  actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
  action: row.action,
  subject: row.subject === null ? null : { kind: row.subjectKind, id: row.subject, label: row.subjectLabel },
  ...(row.before ? { before: row.before } : {}),
  ...(row.after ? { after: row.after } : {}),
  ...(row.ip ? { ip: row.ip } : {}),
  ...(row.userAgent ? { user_agent: row.userAgent } : {}),
  prev_hash: row.prevHash,
  hash: row.hash,
})
