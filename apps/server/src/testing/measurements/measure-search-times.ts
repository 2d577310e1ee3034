import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPassages } from '../../features/knowledge/search/find-passages.ts'
import { createDatabase } from '../../platform/database/database.ts'
import { openEmbeddedDatabase } from '../../platform/database/embedded-database.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { openServerDatabase } from '../../platform/database/server-database.ts'
import { buildDatabaseUrl, createServerDatabase, dropServerDatabase } from '../harness/database/server-databases.ts'
import { createTenantWithPassages, LEAD_QUESTIONS } from './tenant-with-passages.ts'

const FEW_PASSAGES = 1_000
/** The maximum number of passages of an organisation. */
const MAX_PASSAGES = 20_000

const createDatabaseOnServer = async (server: string) => {
  const name = await createServerDatabase(server)
  return { driver: openServerDatabase(buildDatabaseUrl(server, name), () => {}), drop: () => dropServerDatabase(server, name) }
}

const createDatabaseOnDisk = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'prosa-search-'))
  return { driver: await openEmbeddedDatabase({ dataDir }), drop: async () => rmSync(dataDir, { recursive: true }) }
}

/**
 * Measures how many milliseconds each question of our own test set takes among few and among many passages, alternately. Uses a PostgreSQL
 * server or, if `server` is null, the embedded database on disk.
 */
export async function measureSearchTimes(server: string | null): Promise<{ few: number[]; many: number[] }> {
  const { driver, drop } = await (server === null ? createDatabaseOnDisk() : createDatabaseOnServer(server))
  try {
    await migrate(driver)
    const db = createDatabase(driver, { publish: () => {} })
    const tenants = {
      few: await createTenantWithPassages(db, FEW_PASSAGES),
      many: await createTenantWithPassages(db, MAX_PASSAGES),
    }
    const took = async (tenantId: string, question: string): Promise<number> => {
      const begun = performance.now()
      await db.tenant(tenantId, (tx) => findPassages(tx, { tenantId, agentId: null, maxPassages: 5 }, question))
      return performance.now() - begun
    }
    const times = { few: [] as number[], many: [] as number[] }
    // The first round warms up code and caches; only the times of the second round are returned.
    for (const isKept of [false, true])
      for (const question of LEAD_QUESTIONS) {
        const [few, many] = [await took(tenants.few, question), await took(tenants.many, question)]
        if (!isKept) continue
        times.few.push(few)
        times.many.push(many)
      }
    return times
  } finally {
    await driver.close()
    await drop()
  }
}
