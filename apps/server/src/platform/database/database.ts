import type { SQL } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { DomainEvent } from '../events/domain-events.ts'
import type { EventBus } from '../events/event-bus.ts'
import { createReadLimiter, type ReadConcurrency, type Reader } from './read-concurrency.ts'

/** The query builder, and plain SQL for queries it cannot express; both drivers return `{rows}`. */
export interface QueryExecutor
  extends Pick<PgDatabase<PgQueryResultHKT>, 'select' | 'insert' | 'update' | 'delete' | 'with' | '$count'> {
  execute(query: SQL): Promise<{ rows: Record<string, unknown>[] }>
}

/** One open transaction, with its tenant or role set. All its queries go through `db`. */
export interface Tx {
  readonly db: QueryExecutor
  /** Publishes the event on the bus after the commit; never if the transaction fails. */
  emit(event: DomainEvent): void
}

export interface Database {
  readonly kind: 'embedded' | 'server'
  /** Runs `work` as prosa_app in one tenant: row-level security limits it to that tenant's rows. */
  tenant<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Like `tenant`, for reading on behalf of a user: within the user's share of the connections, and with a timeout of `limitMs` (5 s) per
   * statement.
   * @throws 429 or 503 if no connection becomes free in time, 57014 if a statement timed out
   */
  reading<T>(reader: Reader, work: (tx: Tx) => Promise<T>, limitMs?: number): Promise<T>
  /**
   * Like `reading`, for a single statement, which `ask` must send at once: BEGIN, the statement and COMMIT are sent together. A second
   * statement would have no tenant and find no rows.
   * @throws as `reading`
   */
  readingOne<T>(reader: Reader, ask: (db: QueryExecutor) => Promise<T>): Promise<T>
  /** Runs `work` as prosa_system, across tenants. Only for cases without a known tenant; a test lists the callers. */
  system<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Rejects if the database does not answer or no connection is available. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Operations of a database driver; embedded.ts and server.ts implement them. */
export interface DatabaseDriver {
  readonly kind: Database['kind']
  /** Maximum numbers of connections for reading. */
  readonly shares: ReadConcurrency
  /**
   * Opens a transaction with the statement `opening`, and runs `work` in it. If `isOneStatement`, sends the COMMIT without waiting for the
   * result of the statement.
   */
  transaction<T>(opening: string, work: (db: QueryExecutor) => Promise<T>, isOneStatement?: boolean): Promise<T>
  ping(): Promise<void>
  close(): Promise<void>
}

/** Timeout in milliseconds of one statement of a list; the embedded database has no timeout. */
const READ_TIMEOUT_MS = 5_000

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Returns true for the form of our ids; no other text can be one. */
export const isUuid = (value: string): boolean => UUID.test(value)

type DatabaseRole = 'prosa_app' | 'prosa_system'

/**
 * Returns the first statement of a transaction. The values are part of its text, so that it can be sent together with BEGIN: the role is a
 * constant, the tenant a UUID or empty.
 */
const buildOpeningStatement = (role: DatabaseRole, tenantId: string, limit: string): string =>
  `SELECT set_config('prosa.tenant_id', '${tenantId}', true), set_config('role', '${role}', true)${limit}`

const buildTimeoutClause = (limitMs: number): string => `, set_config('statement_timeout', '${limitMs}', true)`

export function createDatabase(driver: DatabaseDriver, bus: Pick<EventBus, 'publish'>): Database {
  async function run<T>(role: DatabaseRole, tenantId: string, work: (tx: Tx) => Promise<T>, limit = ''): Promise<T> {
    const events: DomainEvent[] = []
    const result = await driver.transaction(buildOpeningStatement(role, tenantId, limit), (db) =>
      work({ db, emit: (event) => events.push(event) }),
    )
    for (const event of events) bus.publish(event)
    return result
  }
  const inShare = createReadLimiter(driver.shares)
  const requireTenant = (tenantId: string): string => {
    if (!isUuid(tenantId)) throw new Error('A tenant transaction needs a tenant id')
    return tenantId
  }
  const inTenant = <T>(tenantId: string, work: (tx: Tx) => Promise<T>, limit?: string): Promise<T> =>
    run('prosa_app', requireTenant(tenantId), work, limit)
  return {
    kind: driver.kind,
    tenant: (tenantId, work) => inTenant(tenantId, work),
    reading: (reader, work, limitMs = READ_TIMEOUT_MS) =>
      inShare(reader, () => inTenant(reader.tenantId, work, buildTimeoutClause(limitMs))),
    readingOne: (reader, ask) =>
      inShare(reader, () =>
        driver.transaction(
          buildOpeningStatement('prosa_app', requireTenant(reader.tenantId), buildTimeoutClause(READ_TIMEOUT_MS)),
          ask,
          true,
        ),
      ),
    system: (work) => run('prosa_system', '', work),
    ping: () => driver.ping(),
    close: () => driver.close(),
  }
}

/** Returns the SQLSTATE of a failed query, also from nested causes; null if there is none. */
export function getSqlState(error: unknown): string | null {
  for (let e = error; typeof e === 'object' && e !== null; e = (e as { cause?: unknown }).cause) {
    const code = (e as { code?: unknown }).code
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code
  }
  return null
}

export const UNIQUE_VIOLATION = '23505'
/** SQLSTATE classes for a value that can never be stored: invalid for its type, or too long for an index. */
export const UNSTORABLE_VALUE_SQL_STATES = /^(22|54)/
