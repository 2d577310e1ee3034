import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hash } from '@node-rs/argon2'
import pg from 'pg'
import { ProductProcess } from '../../../scripts/product/product-process.ts'
import { FULL_DATASET } from './dataset-sizes.ts'
import { buildDatasetStatements, fillDataset } from './fill-dataset.ts'
import { BENCH_PASSWORD } from './ids.ts'

const DATABASE_NAME = 'prosa_bench'
/** The server's parameters for password hashes, so that a sign-in has its real cost. */
const ARGON2_PARAMETERS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Fixed, so that a restarted server can decrypt and verify what an earlier one stored. */
export const BENCH_SESSION_SECRET = 'a secret of the bench, which keeps nothing'

export const hashBenchPassword = (): Promise<string> => hash(BENCH_PASSWORD, ARGON2_PARAMETERS)

/** A PostgreSQL database with the data of the bench. */
export interface BenchDatabase {
  readonly url: string
  readonly version: string
  /** Connections as the database's owner, separate from the product's. */
  readonly pool: pg.Pool
  close(): Promise<void>
}

/** Returns the URL in BENCH_DATABASE_URL or else TEST_DATABASE_URL, or null if neither is set. */
export const getDatabaseServerUrl = (env: NodeJS.ProcessEnv = process.env): string | null =>
  env['BENCH_DATABASE_URL'] ?? env['TEST_DATABASE_URL'] ?? null

const BASELINE_MIGRATION = new URL('../../../apps/server/src/platform/database/migrations/0000_baseline.sql', import.meta.url)

/**
 * Hash of the statements that create the rows and of the baseline migration: if it changes, the data are created again. Newer migrations run
 * when the product starts.
 */
const hashDatasetDefinition = (): string =>
  createHash('sha256')
    .update(buildDatasetStatements(FULL_DATASET, '').join(';'))
    .update(readFileSync(BASELINE_MIGRATION))
    .digest('hex')

const buildDatabaseUrl = (server: string, database: string): string => {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

const hasDataset = async (url: string, shape: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    const { rows } = await client.query<{ shape: string }>('SELECT shape FROM bench.made')
    return rows[0]?.shape === shape
  } catch {
    return false
  } finally {
    await client.end()
  }
}

/** Creates the database: the product runs the migrations, and SQL statements create the rows. */
const createDatabase = async (server: string, url: string, shape: string): Promise<void> => {
  const owner = new pg.Client({ connectionString: server })
  await owner.connect()
  await owner.query(`DROP DATABASE IF EXISTS ${DATABASE_NAME} WITH (FORCE)`)
  await owner.query(`CREATE DATABASE ${DATABASE_NAME}`)
  await owner.end()
  await (await ProductProcess.launch({ DATABASE_URL: url, SESSION_SECRET: BENCH_SESSION_SECRET, DEMO: '0' })).close()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const run = async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows ?? []
  await fillDataset({ run }, FULL_DATASET, await hashBenchPassword())
  await client.query('CREATE TABLE bench.made (shape text)')
  await client.query('INSERT INTO bench.made VALUES ($1)', [shape])
  await client.end()
}

/** Opens the bench's database on a server and fills it if needed. An already filled one is reused. */
export const openBenchDatabase = async (server: string, say: (line: string) => void): Promise<BenchDatabase> => {
  const url = buildDatabaseUrl(server, DATABASE_NAME)
  const shape = hashDatasetDefinition()
  if (!(await hasDataset(url, shape))) {
    const started = performance.now()
    say('filling the database: 100,000 conversations with 2,000,000 messages, and 1,000,000 conversations beside them')
    await createDatabase(server, url, shape)
    say(`filled in ${Math.round((performance.now() - started) / 1_000)} s`)
  }
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  const { rows } = await pool.query<{ version: string }>(`SELECT current_setting('server_version') AS version`)
  return { url, pool, version: `PostgreSQL ${rows[0]?.version.split(' ')[0] ?? ''}`, close: () => pool.end() }
}
