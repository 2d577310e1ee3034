import { setTimeout as wait } from 'node:timers/promises'
import { Product } from '../../../scripts/product/product.ts'
import { PostgresProcess } from '../parts/postgres-process.ts'
import { QUIET, type Run, type Scenario, scaled } from '../scenario.ts'
import { whileSending } from '../while-sending.ts'

const SENDS = 5_000
const RESTARTS = 20
const AWAY_MS = 500

async function run(given: Run) {
  const postgres = await PostgresProcess.launch()
  const server = await Product.prepare({ ...QUIET, DATABASE_URL: postgres.url })
  try {
    const { figures, broken } = await whileSending(given, {
      place: { databaseUrl: postgres.url },
      sends: SENDS,
      times: scaled(given, RESTARTS),
      begin: async () => void (await server.start()),
      url: () => server.url,
      log: () => server.log,
      disturb: async () => {
        await postgres.crash()
        await wait(AWAY_MS)
        await postgres.start()
      },
      end: () => server.stop(),
    })
    return { figures, broken }
  } finally {
    await server.close()
    await postgres.close()
  }
}

export const restartDatabase: Scenario = {
  name: 'restart-database',
  says: 'PostgreSQL crashes and comes back, again and again, under a server that stays up, while 20 clients send',
  missing: () => PostgresProcess.missing,
  run,
}
