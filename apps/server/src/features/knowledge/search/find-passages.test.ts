import { sql } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createDatabase, type Database, type Tx } from '../../../platform/database/database.ts'
import { openTestDatabase } from '../../../testing/harness/database/test-database.ts'
import { createTenantWithPassages, LEAD_QUESTIONS } from '../../../testing/measurements/tenant-with-passages.ts'
import { findPassages } from './find-passages.ts'

/** Number of passages: with fewer, reading all of them is cheaper than any index. */
const MANY = 3_000
const mine = uuid()
/** A tenant whose id ends like the other's: indexed words contain only the end of the tenant's id. */
const alike = `${uuid().slice(0, -6)}${mine.slice(-6)}`
let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  const opened = await openTestDatabase()
  ;({ drop } = opened)
  db = createDatabase(opened.driver, { publish: () => {} })
  await createTenantWithPassages(db, MANY, mine)
  await createTenantWithPassages(db, 300, alike)
  // Runs as the owner, because a server's planner depends on statistics.
  await opened.driver.transaction('SET LOCAL ROLE NONE', (owner) =>
    owner.execute(sql`ANALYZE knowledge_passages, knowledge_words`),
  )
})
afterAll(async () => {
  await db.close()
  await drop()
})

const find = (tx: Tx, question: string, tenantId = mine) =>
  findPassages(tx, { tenantId, agentId: null, maxPassages: 1_000 }, question)

const scans = z.array(z.object({ relname: z.string(), whole: z.coerce.number(), by_index: z.coerce.number() }))

it('KNOW-08 a search goes by indexes alone, in five statements at most, and judges forty passages at most', async () => {
  for (const question of LEAD_QUESTIONS.slice(0, 40))
    await db.tenant(mine, async (tx) => {
      let statements = 0
      const counted = new Proxy(tx.db, {
        get: (queries, name: keyof Tx['db']) => {
          statements += 1
          return queries[name].bind(queries)
        },
      })
      const { passages: found } = await find({ ...tx, db: counted }, question)
      expect(statements, question).toBeLessThanOrEqual(5)
      expect(found.length, question).toBeLessThanOrEqual(40)
      const { rows } = await tx.db.execute(sql`
        SELECT relname, seq_scan AS whole, idx_scan AS by_index FROM pg_stat_xact_user_tables
        WHERE relname IN ('knowledge_passages', 'knowledge_words')`)
      for (const { relname, whole, by_index } of scans.parse(rows)) {
        expect(whole, `${relname}: ${question}`).toBe(0)
        expect(by_index, `${relname}: ${question}`).toBeGreaterThan(0)
      }
    })
})

it('KNOW-17 an organisation whose id ends as another does finds its own passages only', async () => {
  const ofBoth = await Promise.all(
    [mine, alike].map((tenantId) => db.tenant(tenantId, (tx) => find(tx, 'qual o endereço da clínica?', tenantId))),
  )
  const [ids = [], others = []] = ofBoth.map(({ passages: found }) => found.map(({ id }) => id))
  expect(ids.length).toBeGreaterThan(0)
  expect(others.length).toBeGreaterThan(0)
  expect(ids.filter((id) => others.includes(id))).toEqual([])
})
