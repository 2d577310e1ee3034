import { META_TOKEN, openMetaDouble } from '../../../apps/server/src/testing/doubles/meta/meta-double.ts'
import { APP_SECRET, VERIFY_TOKEN } from '../../../apps/server/src/testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import {
  buildDatabaseUrl,
  createServerDatabase,
  dropServerDatabase,
} from '../../../apps/server/src/testing/harness/database/server-databases.ts'
import { createLoadTestTenant, type LoadTestTenant } from '../../../apps/server/src/testing/worlds/load-test-tenant.ts'
import { ProductProcess } from '../../../scripts/product/product-process.ts'
import { BENCH_SESSION_SECRET } from '../dataset/bench-database.ts'
import { HttpCaller } from './http-caller.ts'
import { PROBE_MODULE } from './measured-process.ts'

const META_NUMBER = '106540352242922'
const META_ACCOUNT = '102290129340398'
/** Test databases do not wait for the disk at each commit; this one must, because it is measured. */
const SYNCHRONOUS_COMMIT_QUERY = '?options=-c%20synchronous_commit%3Don'

/** A separate running product with one organisation, its signed-in users, and a number on the Meta double. */
export interface DedicatedInstallation {
  product: ProductProcess
  world: LoadTestTenant
  /** Meta's id of the number. */
  phone: string
  people: readonly HttpCaller[]
  close(): Promise<void>
}

/**
 * Starts the product. `server`: URL of a PostgreSQL server for a new database, or null for the embedded database on disk. `env`: additional
 * environment variables.
 */
export async function startDedicatedInstallation(
  server: string | null,
  size: { people: number; conversations: number },
  env: Record<string, string> = {},
): Promise<DedicatedInstallation> {
  const meta = await openMetaDouble()
  meta.known.add(META_NUMBER).add(META_ACCOUNT)
  const name = server === null ? null : await createServerDatabase(server)
  const database = server === null || name === null ? null : `${buildDatabaseUrl(server, name)}${SYNCHRONOUS_COMMIT_QUERY}`
  const product = await ProductProcess.prepare(
    {
      DEMO: '0',
      SESSION_SECRET: BENCH_SESSION_SECRET,
      WHATSAPP_APP_SECRET: APP_SECRET,
      WHATSAPP_VERIFY_TOKEN: VERIFY_TOKEN,
      WHATSAPP_API_URL: meta.url,
      ...env,
      ...(database === null ? {} : { DATABASE_URL: database }),
    },
    PROBE_MODULE,
  )
  const place = database === null ? { dataDir: product.dataDir } : { databaseUrl: database }
  const world = await createLoadTestTenant(place, BENCH_SESSION_SECRET, size)
  await product.start()
  const people = world.people.map(({ token }) => new HttpCaller(product.url, '', { authorization: `Bearer ${token}` }))
  await people[0]?.write('POST', '/api/channels/whatsapp/numbers', {
    agent_id: world.agentId,
    phone_number_id: META_NUMBER,
    waba_id: META_ACCOUNT,
    access_token: META_TOKEN,
  })
  return {
    product,
    world,
    phone: META_NUMBER,
    people,
    close: async () => {
      for (const caller of people) caller.close()
      await product.close()
      await meta.close()
      if (server !== null && name !== null) await dropServerDatabase(server, name)
    },
  }
}
