import type { SQL } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { DomainEvent, EventBus } from '../events.ts'

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
  /** Runs `work` as prosa_system, across tenants. Only where no tenant is known yet; the callers are listed in a test. */
  system<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Rejects when the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** What a driver has to offer; the two of them are embedded.ts and server.ts. */
export interface Driver {
  readonly kind: Database['kind']
  /** Opens a transaction with this statement, which asks for nothing, and runs `work` in it. */
  transaction<T>(opening: string, work: (db: Queries) => Promise<T>): Promise<T>
  ping(): Promise<void>
  close(): Promise<void>
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** True for the form that our ids have; anything else cannot be one of them. */
export const isUuid = (value: string): boolean => UUID.test(value)

export function createDatabase(driver: Driver, bus: Pick<EventBus, 'publish'>): Database {
  /** Both words stand in the statement itself, so that it travels together with BEGIN: one is ours, the other a uuid or nothing. */
  async function run<T>(role: 'prosa_app' | 'prosa_system', tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    const events: DomainEvent[] = []
    const opening = `SELECT set_config('prosa.tenant_id', '${tenantId}', true), set_config('role', '${role}', true)`
    const result = await driver.transaction(opening, (db) => work({ db, emit: (event) => events.push(event) }))
    for (const event of events) bus.publish(event)
    return result
  }
  return {
    kind: driver.kind,
    tenant: (tenantId, work) => {
      if (!isUuid(tenantId)) throw new Error('A tenant transaction needs a tenant id')
      return run('prosa_app', tenantId, work)
    },
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
