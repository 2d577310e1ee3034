import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { DatabaseDriver, QueryExecutor } from './database.ts'

/**
 * Maximum number of connections for transactions. `SHARES` limits reads, so that four connections stay free for incoming messages, sending
 * and agents.
 */
const MAX_CONNECTIONS = 10
const READ_CONCURRENCY = { person: 3, tenant: 4, all: 6 }

export interface ServerDatabase extends DatabaseDriver {
  /** Connections of the owner of the tables, for work done once at startup. */
  readonly pool: pg.Pool
  readonly url: string
  /** URL of the same server for the role that owns the tables. */
  readonly ownerUrl: string
}

/** Resolves when all work that does not wait has run: a query builder sends its statement slightly later than it is called. */
const nextTick = () => new Promise<void>((resolve) => process.nextTick(resolve))

/** Buffers socket writes until `until` resolves and then sends them at once: a write costs more than the bytes in it. */
const bufferWritesUntil = ({ connection: { stream } }: pg.PoolClient, until: Promise<unknown>): void => {
  stream.cork()
  void until.then(() => stream.uncork())
}

/**
 * Opens connection pools to a PostgreSQL server. A lost connection fails its queries and is replaced; it never crashes the process.
 * @param ownerUrl URL for the role that owns the tables, migrates them and runs the queues, if it is another role (decision 132)
 */
export function openServerDatabase(url: string, onError: (error: Error) => void, ownerUrl = url): ServerDatabase {
  const open = (settings: pg.PoolConfig): pg.Pool => {
    const pool = new pg.Pool({
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      idle_in_transaction_session_timeout: 30_000,
      statement_timeout: 30_000,
      ...settings,
    })
    pool.on('error', onError)
    // A connection in use emits 'error' when it is lost, even between two queries. Without a listener, that would crash the process.
    pool.on('connect', (client) => client.on('error', onError))
    return pool
  }
  const pool = open({ max: 2, connectionString: ownerUrl })
  // Statements are sent without waiting for earlier answers. If a transaction could not be opened, a statement that runs outside of it has
  // a role that sees no tenant's rows.
  // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, which its types do not say
  const transactions = open({ max: MAX_CONNECTIONS, pipeline: true, onConnect: (client) => client.query('SET ROLE prosa_app') })
  /** One query builder for each connection, reused while the connection is open. */
  const builders = new WeakMap<pg.PoolClient, QueryExecutor>()
  const builderOf = (client: pg.PoolClient): QueryExecutor => {
    const builder = builders.get(client) ?? drizzle(client)
    builders.set(client, builder)
    return builder
  }
  return {
    kind: 'server',
    shares: READ_CONCURRENCY,
    pool,
    url,
    ownerUrl,
    transaction: async (opening, work, isOneStatement) => {
      const client = await transactions.connect()
      let lost: Error | undefined
      try {
        const allSent = nextTick()
        // COMMIT also rolls back a failed transaction.
        const ended = isOneStatement ? allSent.then(() => client.query('COMMIT')) : null
        bufferWritesUntil(client, allSent)
        const opened = client.query(`BEGIN; ${opening}`)
        // If that fails, `work` may still send statements: the connection must not be reused.
        opened.catch((failure: Error) => {
          lost = failure
        })
        const [result] = await Promise.all([work(builderOf(client)), opened, ended])
        if (!ended) await client.query('COMMIT')
        return result
      } catch (error) {
        // If the rollback fails, the connection is closed, which rolls back as well.
        await client.query('ROLLBACK').catch((failure: Error) => {
          lost = failure
        })
        throw error
      } finally {
        client.release(lost)
      }
    },
    ping: async () => {
      await transactions.query('SELECT 1')
    },
    close: async () => {
      await Promise.all([pool.end(), transactions.end()])
    },
  }
}
