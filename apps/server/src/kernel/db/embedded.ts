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
import { isInBackground } from '../background.ts'
import { closeToOthers } from '../close-to-others.ts'
import { ConfigError } from '../config-error.ts'
import type { Driver } from './database.ts'

// V8 may end the process while it throws away WebAssembly that it has compiled anew (nodejs/node#64500). It keeps it instead.
setFlagsFromString('--no-wasm-code-gc')

/** All three are trusted extensions of PostgreSQL: a server's owner of the database may make them. */
const extensions = { btree_gin, pg_trgm, unaccent }
/** PostgreSQL's own 128 MB are written full of zeros at each start: half a second on a slow machine. What does not fit is in the system's cache. */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB']
const SQLITE_BUSY = 5

export interface Embedded extends Driver {
  readonly client: PGlite
}

/**
 * Opens the embedded PostgreSQL over `dataDir`, or in memory as `inMemory` says (tests).
 * PGlite has no lock of its own and a second opener would lose rows silently, so an exclusive one is taken first.
 * It is safe against a crash of the process, not against power loss: it does not fsync.
 * PGlite unpacks its files for everybody to read and write; they are closed to all but their owner.
 * @throws ConfigError when another process has the directory open
 */
export async function openEmbedded(where: { dataDir: string } | { inMemory: PGliteOptions }): Promise<Embedded> {
  const release = 'dataDir' in where ? takeLock(where.dataDir) : () => {}
  const client =
    'dataDir' in where ? await openFiles(join(where.dataDir, 'postgres')) : await PGlite.create({ extensions, ...where.inMemory })
  forgetRowParsers(client)
  const under = new AsyncLocalStorage<Transaction>()
  const db = drizzle(asWhoeverAsks(under))
  const turns = createTurns()
  return {
    kind: 'embedded',
    // It does one thing at a time: whatever else comes waits for one reading at most.
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
 * A statement goes to the transaction that its asker is in, and nowhere once that has ended. So one query builder serves all of them, and what it
 * has prepared for one is there for the next; drizzle's own transactions each bring a new one.
 */
function asWhoeverAsks(under: AsyncLocalStorage<Transaction>): PGlite {
  const query: Transaction['query'] = (...asked) => {
    const tx = under.getStore()
    if (!tx) throw new Error('A statement needs a transaction')
    return tx.query(...asked)
  }
  // All that drizzle asks of a client when it is given no other.
  return { query } as PGlite
}

const REQUESTS = { priority: 2 }
/** Stood behind a request when it was its turn: before the other jobs. */
const JOBS_AGAIN = { priority: 1 }
const JOBS = { priority: 0 }

/** One transaction after the other; those of jobs let go first what is asked by requests. */
function createTurns() {
  const queue = new PQueue({ concurrency: 1 })
  // PGlite answers on this very thread, without a turn of the event loop: many transactions in a row would let no request in.
  const inRequest = <T>(work: () => Promise<T>): Promise<T> => queue.add(() => nextTurn().then(work), REQUESTS)
  const inJob = async <T>(work: () => Promise<T>, place = JOBS): Promise<T> => {
    const done = await queue.add(async () => {
      await nextTurn()
      // A request that has ended one transaction asks for its next one in that turn, and would wait for a job's each time.
      return queue.sizeBy(REQUESTS) > 0 ? null : { value: await work() }
    }, place)
    return done ? done.value : inJob(work, JOBS_AGAIN)
  }
  return <T>(work: () => Promise<T>): Promise<T> => (isInBackground() ? inJob(work) : inRequest(work))
}

/** Below are the types that PostgreSQL numbers by hand; above it a type of rows for each table, its own catalogue included. */
const FIRST_ROW_TYPE = 10_000

/**
 * PGlite can read arrays of whole rows, of each table; nobody asks for one, and it copies all that it can read for each query: two thirds of
 * them, and a third of a small query's time.
 */
function forgetRowParsers({ parsers }: PGlite): void {
  for (const type of Object.keys(parsers)) if (Number(type) >= FIRST_ROW_TYPE) delete parsers[type]
}

async function openFiles(folder: string): Promise<PGlite> {
  const client = await PGlite.create({ dataDir: folder, extensions, startParams })
  closeToOthers(folder)
  return client
}

/** The operating system frees SQLite's file lock however its holder ends, so nothing stale is left by a kill -9. */
function takeLock(dataDir: string): () => void {
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
