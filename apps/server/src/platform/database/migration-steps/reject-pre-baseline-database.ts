import { readMigrationFiles } from 'drizzle-orm/migrator'
import { ConfigError } from '../../config/config-error.ts'

/** Last commit that contains the migrations before the baseline migration (docs/decisions/170). */
const LAST_PRE_BASELINE_COMMIT = 'aeed3aa4'

type RunSql = (sql: string) => Promise<{ rows: Record<string, unknown>[] }>

/**
 * Rejects a database of a version before the baseline migration, because its schema cannot be updated.
 * @throws ConfigError if any applied migration is older than the first one of `migrationsFolder`
 */
export async function rejectPreBaselineDatabase(run: RunSql, migrationsFolder: string): Promise<void> {
  const [table] = (await run(`SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS "exists"`)).rows
  if (table?.['exists'] !== true) return
  const [baseline] = readMigrationFiles({ migrationsFolder })
  if (!baseline) throw new Error(`No migration in ${migrationsFolder}`)
  const earlier = await run(
    `SELECT FROM drizzle.__drizzle_migrations WHERE created_at < ${String(baseline.folderMillis)} LIMIT 1`,
  )
  if (earlier.rows.length === 0) return
  throw new ConfigError(
    `O banco de dados foi criado por uma versão anterior, que esta não sabe atualizar. A última que o atualiza é a do commit ${LAST_PRE_BASELINE_COMMIT}: use essa versão, ou escolha um banco vazio com DATABASE_URL ou DATA_DIR.`,
  )
}
