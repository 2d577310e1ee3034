import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { DatabaseDriver, QueryExecutor } from './database.ts'

/**
 * Maximum number of connections for transactions. Reads of users get at most six, so that four stay free for incoming messages, sending and
 * agents.
 */
const MAX_CONNECTIONS = 10
const READ_CONCURRENCY = { perUser: 3, perTenant: 4, total: 6 }

export interface ServerDatabase extends DatabaseDriver {
  /** Connection pool of the role that owns the tables, for work at the start of the server. */
  readonly pool: pg.Pool
  readonly url: string
  /** URL of the same server for the role that owns the tables. */
  readonly ownerUrl: string
}

/** Resolves after the current microtasks, in which the query builder sends its statement. */
const nextTick = () => new Promise<void>((resolve) => process.nextTick(resolve))

/** Buffers the connection's writes until `sent` resolves and sends them together, because one write is faster than several. */
const bufferWritesUntil = ({ connection: { stream } }: pg.PoolClient, sent: Promise<unknown>): void => {
  stream.cork()
  void sent.then(() => stream.uncork())
}

/**
 * Opens connection pools to a PostgreSQL server. When a connection is lost, its queries fail and the pool opens a new connection.
 * @param onError called with each error of a connection
 * @param ownerUrl URL for the role that owns the tables and runs the migrations and the job queues (decision 132)
 */
export function openServerDatabase(url: string, onError: (error: Error) => void, ownerUrl = url): ServerDatabase {
  const openPool = (poolOptions: pg.PoolConfig): pg.Pool => {
    const pool = new pg.Pool({
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      idle_in_transaction_session_timeout: 30_000,
      statement_timeout: 30_000,
      ...poolOptions,
    })
    pool.on('error', onError)
    // A lost connection emits 'error' even between two queries, which would crash the process without a listener.
    pool.on('connect', (client) => client.on('error', onError))
    return pool
  }
  const pool = openPool({ max: 2, connectionString: ownerUrl })
  // Statements are sent without waiting for earlier results. If a transaction could not be opened, its statements run with this role, which
  // sees no tenant's rows.
  const transactions = openPool({
    max: MAX_CONNECTIONS,
    pipeline: true,
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, which its types do not say
    onConnect: (client) => client.query('SET ROLE prosa_app'),
  })
  /** Query builder of each open connection. */
  const queryBuilders = new WeakMap<pg.PoolClient, QueryExecutor>()
  const getQueryBuilder = (client: pg.PoolClient): QueryExecutor => {
    const builder = queryBuilders.get(client) ?? drizzle(client)
    queryBuilders.set(client, builder)
    return builder
  }
  return {
    kind: 'server',
    readConcurrency: READ_CONCURRENCY,
    pool,
    url,
    ownerUrl,
    transaction: async (openingStatement, work, isOneStatement) => {
      const client = await transactions.connect()
      let connectionError: Error | undefined
      try {
        const allSent = nextTick()
        // COMMIT also ends a failed transaction, by rolling it back.
        const commit = isOneStatement ? allSent.then(() => client.query('COMMIT')) : null
        bufferWritesUntil(client, allSent)
        const begin = client.query(`BEGIN; ${openingStatement}`)
        // If BEGIN fails, `work` may still send statements, so the connection must be closed.
        begin.catch((failure: Error) => {
          connectionError = failure
        })
        const [result] = await Promise.all([work(getQueryBuilder(client)), begin, commit])
        if (!commit) await client.query('COMMIT')
        return result
      } catch (error) {
        // If the rollback fails, the pool closes the connection, which also rolls back.
        await client.query('ROLLBACK').catch((failure: Error) => {
          connectionError = failure
        })
        throw error
      } finally {
        client.release(connectionError)
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
