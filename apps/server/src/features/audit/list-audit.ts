import type { AuditFilter } from '@prosa/contract/calls/audit'
import { AUDIT_ACTIONS, type AuditRow } from '@prosa/contract/entities/audit'
import { and, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { isUuid, type Tx } from '../../kernel/db/database.ts'
import { leadSearch } from '../../kernel/db/lead-search.ts'
import { contains } from '../../kernel/db/like.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { users } from '../../kernel/db/schema/accounts.ts'
import { agents, leads } from '../../kernel/db/schema/conversations.ts'
import { auditLog } from '../../kernel/db/schema/tenants.ts'
import { beforeCursor, timeCursor } from '../../kernel/db/time-cursor.ts'
import type { LoggedRow } from './seal.ts'

const PAGE = 50
/** People, agents and leads that a search may mean, of each kind. */
const NAMED = 100

/** An organisation's acts, the newest first, by keyset. @throws 400 for a foreign cursor */
export async function listAudit(
  tx: Tx,
  tenantId: string,
  { limit = PAGE, cursor, ...filter }: AuditFilter & { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ rows: LoggedRow[]; nextCursor: string | null }> {
  const wanted = ofTenant(
    auditLog,
    tenantId,
    conditionOf(filter),
    cursor ? beforeCursor(auditLog.createdAt, auditLog.id, cursor) : undefined,
  )
  const rows = await tx.db
    .select()
    .from(auditLog)
    .where(filter.search ? ofTenant(auditLog, tenantId, await about(tx, tenantId, filter.search, wanted, limit + 1)) : wanted)
    .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { rows: shown, nextCursor: rows.length > limit && last ? timeCursor(last.createdAt, last.id) : null }
}

function conditionOf({ actor, action, subject, from, to }: AuditFilter): SQL | undefined {
  const actions = AUDIT_ACTIONS.filter((one) => one === action || one.startsWith(`${action}.`))
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
 * Acts by or on whoever bears these words in the name. The names are found first, among people, agents and leads, and then their newest acts
 * by the indexes of actor and subject: what it costs hangs on how many bear the name, not on how much was ever done (TRUST-22).
 */
async function about(tx: Tx, tenantId: string, search: string, wanted: SQL | undefined, limit: number): Promise<SQL> {
  const words = search.split(/\s+/).filter(Boolean)
  const actors = [
    ...(await idsIn(tx, tenantId, users, and(...words.map((word) => saysWord(users.name, word))))),
    ...(await idsIn(tx, tenantId, agents, and(...words.map((word) => saysWord(agents.name, word))))),
  ]
  const subjects = [...actors, ...(await idsIn(tx, tenantId, leads, leadSearch(search)))]
  return sql`${auditLog.id} IN (
    SELECT found.id FROM (
      ${newestOf(auditLog.actorId, sql`${sql.param(actors)}::uuid[]`, wanted, limit)}
      UNION ALL ${newestOf(auditLog.subject, sql`${sql.param(subjects)}::text[]`, wanted, limit)}
    ) AS found ORDER BY found.at DESC, found.id DESC LIMIT ${2 * limit})`
}

/**
 * The newest acts of each of these. Asked for as a range and in the index's own order: where the database may think that somebody who did
 * nothing did as much as everybody, it walks through the whole log to find that out.
 */
const newestOf = (column: PgColumn, ids: SQL, wanted: SQL | undefined, limit: number): SQL => sql`
  SELECT act.id, act.at FROM unnest(${ids}) AS named(id) CROSS JOIN LATERAL (
    SELECT ${auditLog.id} AS id, ${auditLog.createdAt} AS at FROM ${auditLog}
    WHERE (${column}, ${auditLog.createdAt}) >= (named.id, '-infinity'::timestamptz)
      AND (${column}, ${auditLog.createdAt}) <= (named.id, 'infinity'::timestamptz) AND ${wanted}
    ORDER BY ${column} DESC, ${auditLog.createdAt} DESC, ${auditLog.id} DESC LIMIT ${limit}) AS act`

const saysWord = (name: PgColumn, word: string): SQL => sql`prosa_fold(${name}) LIKE prosa_fold(${contains(word)})`

type Named = PgTable & Record<'tenantId' | 'id' | 'createdAt', PgColumn>

async function idsIn(tx: Tx, tenantId: string, table: Named, condition: SQL | undefined): Promise<string[]> {
  const { rows } = await tx.db.execute(sql`
    SELECT ${table.id} AS id FROM ${table} WHERE ${ofTenant(table, tenantId, condition)}
    ORDER BY ${table.createdAt} DESC LIMIT ${NAMED}`)
  return rows.map(({ id }) => String(id))
}

export const presentAct = (row: LoggedRow): AuditRow => ({
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
