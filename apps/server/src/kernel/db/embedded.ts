import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { drizzle } from 'drizzle-orm/pglite'
import { ConfigError } from '../config.ts'
import type { Driver } from './database.ts'

// V8 may end the process while it throws away WebAssembly that it has compiled anew (nodejs/node#64500). It keeps it instead.
setFlagsFromString('--no-wasm-code-gc')

/** All three are trusted extensions of PostgreSQL: a server's owner of the database may make them. */
const extensions = { btree_gin, pg_trgm, unaccent }
const SQLITE_BUSY = 5

export interface Embedded extends Driver {
  readonly client: PGlite
}

/**
 * Opens the embedded PostgreSQL over `dataDir`, or in memory from `snapshot` (tests).
 * PGlite has no lock of its own and a second opener would lose rows silently, so an exclusive one is taken first.
 * It is safe against a crash of the process, not against power loss: it does not fsync.
 * @throws ConfigError when another process has the directory open
 */
export async function openEmbedded(where: { dataDir: string } | { snapshot: Blob | null }): Promise<Embedded> {
  const release = 'dataDir' in where ? takeLock(where.dataDir) : () => {}
  const client =
    'dataDir' in where
      ? await PGlite.create({ dataDir: join(where.dataDir, 'postgres'), extensions })
      : await PGlite.create({ extensions, ...(where.snapshot ? { loadDataDir: where.snapshot } : {}) })
  const db = drizzle(client)
  return {
    kind: 'embedded',
    client,
    transaction: (opening, work) =>
      db.transaction(async (tx) => {
        await tx.execute(opening)
        return work(tx)
      }),
    ping: async () => {
      await client.query('SELECT 1')
    },
    close: async () => {
      await client.close()
      release()
    },
  }
}

/** The operating system frees SQLite's file lock however its holder ends, so nothing stale is left by a kill -9. */
function takeLock(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true })
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
