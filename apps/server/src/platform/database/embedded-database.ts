import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { PGlite, type PGliteOptions, type Transaction } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { drizzle } from 'drizzle-orm/pglite'
import PQueue from 'p-queue'
import { isInBackground } from '../concurrency/background.ts'
import { ConfigError } from '../config/config-error.ts'
import { restrictAccessRecursively } from '../files/restrict-access.ts'
import type { DatabaseDriver } from './database.ts'

// V8 may crash when it frees recompiled WebAssembly code (nodejs/node#64500), so this garbage collection is disabled.
setFlagsFromString('--no-wasm-code-gc')

/**
 * PostgreSQL extensions that the embedded database loads. They must be trusted extensions, which the database's owner may create on a
 * server.
 */
const extensions = { btree_gin, pg_trgm, unaccent }
/**
 * Start parameters with 32 MB of shared buffers. PostgreSQL fills the default of 128 MB with zeros at each start, which takes half a second
 * on a slow machine.
 */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB']
const SQLITE_BUSY = 5

export interface EmbeddedDatabase extends DatabaseDriver {
  readonly client: PGlite
}

/**
 * Opens the embedded PostgreSQL (PGlite) in `dataDir`, or in memory for tests. Locks `dataDir`, because PGlite does not, and a second
 * process would silently lose rows. The data survives a crash of the process, but not a power loss, because PGlite does not fsync.
 * @throws ConfigError if another process has opened `dataDir`
 */
export async function openEmbeddedDatabase(
  location: { dataDir: string } | { inMemory: PGliteOptions },
): Promise<EmbeddedDatabase> {
  const releaseLock = 'dataDir' in location ? acquireDataDirLock(location.dataDir) : () => {}
  const client =
    'dataDir' in location
      ? await openDataFolder(join(location.dataDir, 'postgres'))
      : await PGlite.create({ extensions, ...location.inMemory })
  removeRowParsers(client)
  const transactionContext = new AsyncLocalStorage<Transaction>()
  const db = drizzle(createCurrentTransactionClient(transactionContext))
  const runInQueue = createTransactionQueue()
  return {
    kind: 'embedded',
    // Transactions run one at a time, so with these limits a write waits for at most one read.
    readConcurrency: { perUser: 1, perTenant: 1, total: 1 },
    client,
    transaction: (openingStatement, work) =>
      runInQueue(() =>
        client.transaction((tx) =>
          transactionContext.run(tx, async () => {
            await tx.query(openingStatement)
            return work(db)
          }),
        ),
      ),
    ping: async () => {
      await client.query('SELECT 1')
    },
    close: async () => {
      await client.close()
      releaseLock()
    },
  }
}

/**
 * Returns a client that sends each statement to the current transaction of its caller. One query builder thus serves all transactions and
 * reuses its prepared statements. Drizzle would create a query builder for each transaction.
 */
function createCurrentTransactionClient(transactionContext: AsyncLocalStorage<Transaction>): PGlite {
  const query: Transaction['query'] = (...args) => {
    const tx = transactionContext.getStore()
    if (!tx) throw new Error('A statement needs a transaction')
    return tx.query(...args)
  }
  // `query` is the only method that drizzle calls on the client here.
  return { query } as PGlite
}

const REQUEST_PRIORITY = { priority: 2 }
/** Priority of a job that already let a request run first. */
const DEFERRED_JOB_PRIORITY = { priority: 1 }
const JOB_PRIORITY = { priority: 0 }

/** Creates a queue that runs one transaction at a time, those of requests before those of background jobs. */
function createTransactionQueue() {
  const queue = new PQueue({ concurrency: 1 })
  // Yields to the event loop before each transaction. PGlite never yields, so many transactions in a row would block incoming requests.
  const runForRequest = <T>(work: () => Promise<T>): Promise<T> => queue.add(() => nextTurn().then(work), REQUEST_PRIORITY)
  const runForJob = async <T>(work: () => Promise<T>, jobPriority = JOB_PRIORITY): Promise<T> => {
    const outcome = await queue.add(async () => {
      await nextTurn()
      // A request may have queued its next transaction during this pause. Without this check, it would wait for a job before each
      // transaction.
      return queue.sizeBy(REQUEST_PRIORITY) > 0 ? null : { value: await work() }
    }, jobPriority)
    return outcome ? outcome.value : runForJob(work, DEFERRED_JOB_PRIORITY)
  }
  return <T>(work: () => Promise<T>): Promise<T> => (isInBackground() ? runForJob(work) : runForRequest(work))
}

/** Lowest id of a type that is not built into PostgreSQL. The row types of tables have higher ids. */
const FIRST_ROW_TYPE_ID = 10_000

/**
 * Removes PGlite's parsers for arrays of table rows, which no query returns. PGlite copies all parsers for each query; these are two thirds
 * of them, and a third of the time of a small query.
 */
function removeRowParsers({ parsers }: PGlite): void {
  for (const type of Object.keys(parsers)) if (Number(type) >= FIRST_ROW_TYPE_ID) delete parsers[type]
}

async function openDataFolder(folder: string): Promise<PGlite> {
  const client = await PGlite.create({ dataDir: folder, extensions, startParams })
  restrictAccessRecursively(folder)
  return client
}

/**
 * Acquires an exclusive SQLite lock on a file in `dataDir`, and returns a function that releases it. The operating system releases the lock
 * when the process ends, also after kill -9.
 * @throws ConfigError if another process has the lock
 */
function acquireDataDirLock(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = new DatabaseSync(join(dataDir, 'lock'), { timeout: 0 })
  try {
    file.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (error) {
    file.close()
    if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error
    throw new ConfigError(`Outro processo já está usando a pasta de dados ${dataDir}. Encerre-o ou escolha outra com DATA_DIR.`)
  }
  return () => file.close()
}
