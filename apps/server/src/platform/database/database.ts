import type { SQL } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { DomainEvent } from '../events/domain-events.ts'
import type { EventBus } from '../events/event-bus.ts'
import { createReadLimiter, type ReadConcurrency, type Reader } from './read-concurrency.ts'

/** Drizzle's query builder, with `execute` for plain SQL. Both database drivers return `{rows}`. */
export interface QueryExecutor
  extends Pick<PgDatabase<PgQueryResultHKT>, 'select' | 'insert' | 'update' | 'delete' | 'with' | '$count'> {
  execute(query: SQL): Promise<{ rows: Record<string, unknown>[] }>
}

/** An open database transaction whose role and tenant are set. */
export interface Tx {
  readonly db: QueryExecutor
  /** Publishes the event after the commit. Discards the event if the transaction fails. */
  emit(event: DomainEvent): void
}

export interface Database {
  readonly kind: 'embedded' | 'server'
  /** Runs `work` in a transaction of one tenant. The role prosa_app sees only that tenant's rows (row-level security). */
  tenant<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Runs `work`, which only reads, in a transaction of one tenant on behalf of a user. Limits the user's concurrent reads, and the duration
   * of each statement to `limitMs` (default 5 s).
   * @throws 429 or 503 if no connection becomes free in time, 57014 if a statement timed out
   */
  runRead<T>(reader: Reader, work: (tx: Tx) => Promise<T>, limitMs?: number): Promise<T>
  /**
   * Runs a single read statement, with the same limits and errors as `runRead`. `sendStatement` must send exactly one statement, and
   * immediately: BEGIN, the statement and COMMIT are sent together, and a later statement would run without a tenant.
   */
  runReadStatement<T>(reader: Reader, sendStatement: (db: QueryExecutor) => Promise<T>): Promise<T>
  /**
   * Runs `work` in a transaction across all tenants, with the role prosa_system. Use it only if the tenant is not known; a test lists the
   * allowed callers.
   */
  system<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Checks the connection to the database. @throws if the database does not answer or no connection is available */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Operations of a database driver (embedded-database.ts, server-database.ts). */
export interface DatabaseDriver {
  readonly kind: Database['kind']
  readonly readConcurrency: ReadConcurrency
  /**
   * Runs `work` in a transaction that starts with `openingStatement`. If `isOneStatement`, COMMIT is sent without waiting for the
   * statement's result.
   */
  transaction<T>(openingStatement: string, work: (db: QueryExecutor) => Promise<T>, isOneStatement?: boolean): Promise<T>
  ping(): Promise<void>
  close(): Promise<void>
}

/** Default timeout in milliseconds of one read statement. The embedded database has no timeout. */
const READ_TIMEOUT_MS = 5_000

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text is a UUID, the format of all ids in the database. */
export const isUuid = (value: string): boolean => UUID.test(value)

type DatabaseRole = 'prosa_app' | 'prosa_system'

/**
 * Returns the statement that sets tenant and role at the start of a transaction. It has no parameters, so that it can be sent together with
 * BEGIN. The inserted values are safe: a constant role, and a UUID or ''.
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
  const runLimited = createReadLimiter(driver.readConcurrency)
  const requireTenant = (tenantId: string): string => {
    if (!isUuid(tenantId)) throw new Error('A tenant transaction needs a tenant id')
    return tenantId
  }
  const runInTenant = <T>(tenantId: string, work: (tx: Tx) => Promise<T>, limit?: string): Promise<T> =>
    run('prosa_app', requireTenant(tenantId), work, limit)
  return {
    kind: driver.kind,
    tenant: (tenantId, work) => runInTenant(tenantId, work),
    runRead: (reader, work, limitMs = READ_TIMEOUT_MS) =>
      runLimited(reader, () => runInTenant(reader.tenantId, work, buildTimeoutClause(limitMs))),
    runReadStatement: (reader, sendStatement) =>
      runLimited(reader, () =>
        driver.transaction(
          buildOpeningStatement('prosa_app', requireTenant(reader.tenantId), buildTimeoutClause(READ_TIMEOUT_MS)),
          sendStatement,
          true,
        ),
      ),
    system: (work) => run('prosa_system', '', work),
    ping: () => driver.ping(),
    close: () => driver.close(),
  }
}

/** Returns the SQLSTATE code of a failed query, also from a nested cause of `error`. Returns null if there is no code. */
export function getSqlState(error: unknown): string | null {
  for (let e = error; typeof e === 'object' && e !== null; e = (e as { cause?: unknown }).cause) {
    const code = (e as { code?: unknown }).code
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code
  }
  return null
}

export const UNIQUE_VIOLATION = '23505'
/** Matches SQLSTATE codes for a value that can never be stored: invalid for its type, or too long for an index. */
export const UNSTORABLE_VALUE_SQL_STATES = /^(22|54)/
