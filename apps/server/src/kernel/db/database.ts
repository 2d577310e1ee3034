import type { SQL } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { DomainEvent } from '../domain-events.ts'
import type { EventBus } from '../events.ts'
import { createReadingShares, type Reader, type Shares } from './reading-shares.ts'

/** The query builder, and plain SQL for what it cannot say; both drivers answer `{rows}`. */
export interface Queries
  extends Pick<PgDatabase<PgQueryResultHKT>, 'select' | 'insert' | 'update' | 'delete' | 'with' | '$count'> {
  execute(query: SQL): Promise<{ rows: Record<string, unknown>[] }>
}

/** One open transaction, already inside its tenant (or role). Everything that belongs to it goes through `db`. */
export interface Tx {
  readonly db: Queries
  /** Told to the bus after the commit, and never when the transaction fails. */
  emit(event: DomainEvent): void
}

export interface Database {
  readonly kind: 'embedded' | 'server'
  /** Runs `work` as prosa_app inside one tenant: row-level security shows and takes that tenant's rows only. */
  tenant<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Like tenant, for what somebody reads: within the reader's share of the connections, each statement for `limitMs` (5 s) at most.
   * @throws 429 or 503 when it finds no room, 57014 when a statement took too long
   */
  reading<T>(reader: Reader, work: (tx: Tx) => Promise<T>, limitMs?: number): Promise<T>
  /**
   * Like reading, for a single statement, which `ask` asks at once: opening, statement and end travel together. A second one would find no
   * tenant, and no rows.
   * @throws as `reading`
   */
  readingOne<T>(reader: Reader, ask: (db: Queries) => Promise<T>): Promise<T>
  /** Runs `work` as prosa_system, across tenants. Only where no tenant is known yet; the callers are listed in a test. */
  system<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Rejects when the database does not answer, or no connection is to be had for what is asked. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** What a driver has to offer; the two of them are embedded.ts and server.ts. */
export interface Driver {
  readonly kind: Database['kind']
  /** How much of its connections those who read may have. */
  readonly shares: Shares
  /** Opens a transaction with this statement, which asks for nothing, and runs `work` in it; one statement ends it without being waited for. */
  transaction<T>(opening: string, work: (db: Queries) => Promise<T>, isOneStatement?: boolean): Promise<T>
  ping(): Promise<void>
  close(): Promise<void>
}

/** What one statement of a list may take; the embedded database knows no such limit. */
const LIST_MS = 5_000

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** True for the form that our ids have; anything else cannot be one of them. */
export const isUuid = (value: string): boolean => UUID.test(value)

type Role = 'prosa_app' | 'prosa_system'

/** Both words stand in the statement itself, so that it travels together with BEGIN: one is ours, the other a uuid or nothing. */
const openingOf = (role: Role, tenantId: string, limit: string): string =>
  `SELECT set_config('prosa.tenant_id', '${tenantId}', true), set_config('role', '${role}', true)${limit}`

const within = (limitMs: number): string => `, set_config('statement_timeout', '${limitMs}', true)`

export function createDatabase(driver: Driver, bus: Pick<EventBus, 'publish'>): Database {
  async function run<T>(role: Role, tenantId: string, work: (tx: Tx) => Promise<T>, limit = ''): Promise<T> {
    const events: DomainEvent[] = []
    const result = await driver.transaction(openingOf(role, tenantId, limit), (db) =>
      work({ db, emit: (event) => events.push(event) }),
    )
    for (const event of events) bus.publish(event)
    return result
  }
  const inShare = createReadingShares(driver.shares)
  const requireTenant = (tenantId: string): string => {
    if (!isUuid(tenantId)) throw new Error('A tenant transaction needs a tenant id')
    return tenantId
  }
  const inTenant = <T>(tenantId: string, work: (tx: Tx) => Promise<T>, limit?: string): Promise<T> =>
    run('prosa_app', requireTenant(tenantId), work, limit)
  return {
    kind: driver.kind,
    tenant: (tenantId, work) => inTenant(tenantId, work),
    reading: (reader, work, limitMs = LIST_MS) => inShare(reader, () => inTenant(reader.tenantId, work, within(limitMs))),
    readingOne: (reader, ask) =>
      inShare(reader, () =>
        driver.transaction(openingOf('prosa_app', requireTenant(reader.tenantId), within(LIST_MS)), ask, true),
      ),
    system: (work) => run('prosa_system', '', work),
    ping: () => driver.ping(),
    close: () => driver.close(),
  }
}

/** The SQLSTATE of a failed query, however deep the driver's error is wrapped. */
export function sqlState(error: unknown): string | null {
  for (let e = error; typeof e === 'object' && e !== null; e = (e as { cause?: unknown }).cause) {
    const code = (e as { code?: unknown }).code
    if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) return code
  }
  return null
}

export const UNIQUE_VIOLATION = '23505'
/** States that say that a value cannot be kept, whenever and however often it is tried: it is none of its type's, or too long for an index. */
export const NEVER_KEPT = /^(22|54)/
