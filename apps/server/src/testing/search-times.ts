import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPassages } from '../features/knowledge/search/find-passages.ts'
import { createDatabase } from '../kernel/db/database.ts'
import { openEmbedded } from '../kernel/db/embedded.ts'
import { migrate } from '../kernel/db/migrate.ts'
import { openServer } from '../kernel/db/server.ts'
import { QUESTIONS, withPassages } from './many-passages.ts'
import { databaseAt, dropDatabase, makeDatabase } from './server-databases.ts'

const FEW = 1_000
/** As many as an organisation may have. */
const MANY = 20_000

const onServer = async (server: string) => {
  const name = await makeDatabase(server)
  return { driver: openServer(databaseAt(server, name), () => {}), drop: () => dropDatabase(server, name) }
}

const onDisk = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'prosa-search-'))
  return { driver: await openEmbedded({ dataDir }), drop: async () => rmSync(dataDir, { recursive: true }) }
}

/**
 * Milliseconds that each question of our own set takes among few passages and among many, in turn: on a PostgreSQL server, or on the embedded
 * database in files, as an installation has it.
 */
export async function timesOfSearch(server: string | null): Promise<{ few: number[]; many: number[] }> {
  const { driver, drop } = await (server === null ? onDisk() : onServer(server))
  try {
    await migrate(driver)
    const db = createDatabase(driver, { publish: () => {} })
    const tenants = { few: await withPassages(db, FEW), many: await withPassages(db, MANY) }
    const took = async (tenantId: string, question: string): Promise<number> => {
      const begun = performance.now()
      await db.tenant(tenantId, (tx) => findPassages(tx, { tenantId, agentId: null, most: 5 }, question))
      return performance.now() - begun
    }
    const times = { few: [] as number[], many: [] as number[] }
    // What is asked first finds nothing read yet, neither code nor rows.
    for (const isKept of [false, true])
      for (const question of QUESTIONS) {
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
