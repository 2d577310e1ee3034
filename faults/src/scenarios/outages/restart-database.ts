import { setTimeout as wait } from 'node:timers/promises'
import { ProductProcess } from '../../../../scripts/product/product-process.ts'
import { PostgresProcess } from '../../environment/postgres-process.ts'
import { verifySendsDuringDisturbance } from '../../measurement/verify-sends-during-disturbance.ts'
import { FAULT_SERVER_ENV, type Scenario, type ScenarioRun, scaleCount } from '../../scenario.ts'

const SEND_COUNT = 5_000
const RESTART_COUNT = 20
const DOWNTIME_MS = 500

async function runRestartDatabase(given: ScenarioRun) {
  const postgres = await PostgresProcess.launch()
  const server = await ProductProcess.prepare({ ...FAULT_SERVER_ENV, DATABASE_URL: postgres.url })
  try {
    const { figures, broken } = await verifySendsDuringDisturbance(given, {
      place: { databaseUrl: postgres.url },
      sends: SEND_COUNT,
      times: scaleCount(given, RESTART_COUNT),
      begin: async () => void (await server.start()),
      url: () => server.url,
      log: () => server.log,
      disturb: async () => {
        await postgres.crash()
        await wait(DOWNTIME_MS)
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

export const restartDatabaseScenario: Scenario = {
  name: 'restart-database',
  says: 'PostgreSQL crashes and comes back, again and again, under a server that stays up, while 20 clients send',
  missing: () => PostgresProcess.missing,
  run: runRestartDatabase,
}
