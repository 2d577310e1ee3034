import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dropServerDatabase } from '../../testing/harness/database/server-databases.ts'
import { waitUntil } from '../../testing/harness/wait-until.ts'
import { startJobRunner } from '../jobs/job-runner.ts'
import { createDatabase, getSqlState } from './database.ts'
import { migrate } from './migrate.ts'
import { ownsTables } from './owns-tables.ts'
import { openServerDatabase, type ServerDatabase } from './server-database.ts'

const url = process.env.TEST_DATABASE_URL

describe.runIf(url)(
  'an owner apart from the connection, as docs/postgres-init.sh makes them (needs TEST_DATABASE_URL) @wide',
  () => {
    const name = `prosa_test_${randomBytes(6).toString('hex')}`
    const [owner, login] = [`${name}_owner`, `${name}_login`]
    let admin: pg.Client
    let server: ServerDatabase
    let together: ServerDatabase
    const tenant = uuid()

    const addressAs = (role: string): string => {
      const own = new URL(url ?? '')
      Object.assign(own, { username: role, password: 'secret', pathname: `/${name}` })
      return own.href
    }

    beforeAll(async () => {
      admin = new pg.Client({ connectionString: url })
      await admin.connect()
      await admin.query(`CREATE ROLE ${owner} LOGIN PASSWORD 'secret'; CREATE ROLE ${login} LOGIN NOINHERIT PASSWORD 'secret'`)
      await admin.query(`GRANT prosa_app, prosa_system TO ${owner}; GRANT prosa_app, prosa_system TO ${login}`)
      await admin.query(`CREATE DATABASE ${name} OWNER ${owner}`)
      server = openServerDatabase(addressAs(login), () => {}, addressAs(owner))
      together = openServerDatabase(addressAs(owner), () => {})
      await migrate(server)
      await createDatabase(server, { publish: () => {} }).system((tx) =>
        tx.db.execute(sql`INSERT INTO tenants (id, name, domain) VALUES (${tenant}, 'Aurora', 'aurora.test')`),
      )
    })
    afterAll(async () => {
      await Promise.all([server.close(), together.close()])
      await dropServerDatabase(url ?? '', name)
      await admin.query(`DROP ROLE ${owner}; DROP ROLE ${login}`)
      await admin.end()
    })

    it('the connection owns no table, and cannot become who does', async () => {
      expect([await ownsTables(server), await ownsTables(together)]).toEqual([false, true])
      for (const statement of [
        `SET ROLE ${owner}`,
        'RESET ROLE; SELECT FROM tenants',
        'ALTER TABLE tenants DISABLE ROW LEVEL SECURITY',
      ]) {
        const refused = server.transaction('SELECT', (db) => db.execute(sql.raw(statement)))
        expect(getSqlState(await refused.catch((error: unknown) => error)), statement).toBe('42501')
      }
    })

    it('an owner that connects itself works as before, and a second start changes nothing', async () => {
      await migrate(server)
      await migrate(together)
      for (const one of [server, together]) {
        const db = createDatabase(one, { publish: () => {} })
        const named = await db.tenant(tenant, (tx) => tx.db.execute(sql`SELECT name FROM tenants`))
        const stranger = await db.tenant(uuid(), (tx) => tx.db.execute(sql`SELECT name FROM tenants`))
        expect([named.rows, stranger.rows]).toEqual([[{ name: 'Aurora' }], []])
      }
    })

    it('jobs are sent with a transaction and worked on', async () => {
      const failures: unknown[] = []
      const jobs = await startJobRunner(server, {
        onQueueError: (error) => failures.push(error),
        onJobError: (error) => failures.push(error),
      })
      const done: string[] = []
      await jobs.startWorker('end-pause', async ({ leadId }) => void done.push(leadId))
      const leadId = uuid()
      const db = createDatabase(server, { publish: () => {} })
      await db.tenant(tenant, (tx) => jobs.send(tx, 'end-pause', { tenantId: tenant, leadId }, { key: leadId }))
      await waitUntil(() => done.includes(leadId))
      await jobs.stop()
      expect(failures).toEqual([])
    })
  },
)
