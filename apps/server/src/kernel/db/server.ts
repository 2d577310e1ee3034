import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Driver, Queries } from './database.ts'

/** Connections for what the product does; those who read leave four for what leads write, what is sent, and agents. */
const CONNECTIONS = 10
const SHARES = { person: 3, tenant: 4, all: 6 }

export interface Server extends Driver {
  /** Connections as the owner, for what is done once at the start. */
  readonly pool: pg.Pool
  readonly url: string
  /** The same server for the owner of the tables. */
  readonly ownerUrl: string
}

/** When everything that can be done without waiting has been done: a builder's statement is sent a moment after it was asked for. */
const nextTick = () => new Promise<void>((resolve) => process.nextTick(resolve))

/** Sends together what is sent until then: writing to a socket costs more than what is written. */
const holdBack = ({ connection: { stream } }: pg.PoolClient, until: Promise<unknown>): void => {
  stream.cork()
  void until.then(() => stream.uncork())
}

/**
 * Opens pools on a PostgreSQL server. A lost connection fails the queries on it and is replaced; it never ends the process.
 * @param ownerUrl for the owner of the tables, who migrates and runs the queues, where that is another role (decision 132)
 */
export function openServer(url: string, onError: (error: Error) => void, ownerUrl = url): Server {
  const open = (settings: pg.PoolConfig): pg.Pool => {
    const pool = new pg.Pool({
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      idle_in_transaction_session_timeout: 30_000,
      statement_timeout: 30_000,
      ...settings,
    })
    pool.on('error', onError)
    // A connection in use tells of its end by itself, also between two queries; unheard, that would end the process.
    pool.on('connect', (client) => client.on('error', onError))
    return pool
  }
  const pool = open({ max: 2, connectionString: ownerUrl })
  // Statements are sent without waiting for the answers of those before them. One that should ever run outside its
  // transaction, because that could not be opened, finds itself in a role that sees no tenant's rows.
  // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, which its types do not say
  const transactions = open({ max: CONNECTIONS, pipeline: true, onConnect: (client) => client.query('SET ROLE prosa_app') })
  /** One query builder for each connection, as long as that lives. */
  const builders = new WeakMap<pg.PoolClient, Queries>()
  const builderOf = (client: pg.PoolClient): Queries => {
    const builder = builders.get(client) ?? drizzle(client)
    builders.set(client, builder)
    return builder
  }
  return {
    kind: 'server',
    shares: SHARES,
    pool,
    url,
    ownerUrl,
    transaction: async (opening, work, isOneStatement) => {
      const client = await transactions.connect()
      let lost: Error | undefined
      try {
        const allSent = nextTick()
        // What failed is taken back by a COMMIT as well.
        const ended = isOneStatement ? allSent.then(() => client.query('COMMIT')) : null
        holdBack(client, allSent)
        const opened = client.query(`BEGIN; ${opening}`)
        // Where that fails, work may go on sending for a while: nobody else may get this connection.
        opened.catch((failure: Error) => {
          lost = failure
        })
        const [result] = await Promise.all([work(builderOf(client)), opened, ended])
        if (!ended) await client.query('COMMIT')
        return result
      } catch (error) {
        // A connection that cannot take this back is not used again; its end takes it back.
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
