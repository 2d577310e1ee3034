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

// V8 may crash the process when it frees recompiled WebAssembly code (nodejs/node#64500), so this garbage collection is disabled.
setFlagsFromString('--no-wasm-code-gc')

/** Trusted extensions of PostgreSQL, which the owner of a server's database may create as well. */
const extensions = { btree_gin, pg_trgm, unaccent }
/**
 * PostgreSQL's default of 128 MB is zeroed at each start, which takes half a second on a slow machine. The operating system's cache holds
 * the rest.
 */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB']
const SQLITE_BUSY = 5

export interface EmbeddedDatabase extends DatabaseDriver {
  readonly client: PGlite
}

/**
 * Opens the embedded PostgreSQL in `dataDir`, or in memory as `inMemory` says (tests). PGlite has no lock of its own and a second process
 * would silently lose rows, so an exclusive file lock is taken first. It survives a crash of the process, but not a power loss, because it
 * does not fsync. PGlite creates its files readable and writable for everyone; the permissions are restricted to the owner.
 * @throws ConfigError if another process has the directory open
 */
export async function openEmbeddedDatabase(where: { dataDir: string } | { inMemory: PGliteOptions }): Promise<EmbeddedDatabase> {
  const release = 'dataDir' in where ? acquireDataDirLock(where.dataDir) : () => {}
  const client =
    'dataDir' in where
      ? await openDataFolder(join(where.dataDir, 'postgres'))
      : await PGlite.create({ extensions, ...where.inMemory })
  removeRowParsers(client)
  const under = new AsyncLocalStorage<Transaction>()
  const db = drizzle(createCurrentTransactionClient(under))
  const turns = createTransactionQueue()
  return {
    kind: 'embedded',
    // Transactions run one at a time: any other work waits for at most one read.
    shares: { person: 1, tenant: 1, all: 1 },
    client,
    transaction: (opening, work) =>
      turns(() =>
        client.transaction((tx) =>
          under.run(tx, async () => {
            await tx.query(opening)
            return work(db)
          }),
        ),
      ),
    ping: async () => {
      await client.query('SELECT 1')
    },
    close: async () => {
      await client.close()
      release()
    },
  }
}

/**
 * Returns a client that sends each statement to the current transaction of its caller, and throws if there is none. So one query builder
 * serves all transactions and keeps its prepared statements; drizzle's own transactions each create a new one.
 */
function createCurrentTransactionClient(under: AsyncLocalStorage<Transaction>): PGlite {
  const query: Transaction['query'] = (...asked) => {
    const tx = under.getStore()
    if (!tx) throw new Error('A statement needs a transaction')
    return tx.query(...asked)
  }
  // `query` is the only method that drizzle calls on the client here.
  return { query } as PGlite
}

const REQUEST_PRIORITY = { priority: 2 }
/** Priority of a job that gave way to a request at its turn: before the other jobs. */
const DEFERRED_JOB_PRIORITY = { priority: 1 }
const JOB_PRIORITY = { priority: 0 }

/** Creates a queue that runs one transaction at a time. Transactions of jobs give way to those of requests. */
function createTransactionQueue() {
  const queue = new PQueue({ concurrency: 1 })
  // PGlite answers without a turn of the event loop, so many consecutive transactions would block incoming requests. The pause lets them
  // in.
  const inRequest = <T>(work: () => Promise<T>): Promise<T> => queue.add(() => nextTurn().then(work), REQUEST_PRIORITY)
  const inJob = async <T>(work: () => Promise<T>, place = JOB_PRIORITY): Promise<T> => {
    const done = await queue.add(async () => {
      await nextTurn()
      // A request that has just ended one transaction queues its next one in this turn; without this check it would wait for a job each
      // time.
      return queue.sizeBy(REQUEST_PRIORITY) > 0 ? null : { value: await work() }
    }, place)
    return done ? done.value : inJob(work, DEFERRED_JOB_PRIORITY)
  }
  return <T>(work: () => Promise<T>): Promise<T> => (isInBackground() ? inJob(work) : inRequest(work))
}

/** Type ids below this are PostgreSQL's built-in types; above it, each table has a row type, including those of the catalogue. */
const FIRST_ROW_TYPE_ID = 10_000

/**
 * Removes PGlite's parsers for arrays of table rows, which no query returns. PGlite copies all parsers for each query: these are two thirds
 * of them and cost a third of the time of a small query.
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
 * Takes an exclusive SQLite lock on a file in `dataDir`. The operating system releases it however the process ends, so no stale lock
 * remains after kill -9.
 * @throws ConfigError if another process holds it
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
