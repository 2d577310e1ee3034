import { ProductProcess } from '../../../../scripts/product/product-process.ts'
import { getPercentiles } from '../../measurement/send-comparison.ts'
import { verifySendsDuringDisturbance } from '../../measurement/verify-sends-during-disturbance.ts'
import { FAULT_SERVER_ENV, findLimitViolation, type Scenario, type ScenarioRun, scaleCount } from '../../scenario.ts'

const SEND_COUNT = 10_000
const KILL_COUNT = 50
const READY_TIMEOUT_MS = 5_000

async function runKillServer(given: ScenarioRun) {
  const server = await ProductProcess.prepare(FAULT_SERVER_ENV)
  const starts: number[] = []
  try {
    const { figures, broken } = await verifySendsDuringDisturbance(given, {
      place: { dataDir: server.dataDir },
      sends: SEND_COUNT,
      times: scaleCount(given, KILL_COUNT),
      begin: async () => void (await server.start()),
      url: () => server.url,
      log: () => server.log,
      disturb: async () => {
        await server.kill()
        starts.push(await server.start())
      },
      end: () => server.stop(),
    })
    const ready = getPercentiles(starts)
    return {
      figures: { ...figures, 'ready again, p50 ms': ready.p50, 'ready again, worst ms': ready.worst },
      broken: [...broken, ...findLimitViolation('ready again, ms', ready.worst, READY_TIMEOUT_MS)],
    }
  } finally {
    await server.close()
  }
}

export const killServerScenario: Scenario = {
  name: 'kill-server',
  says: 'kill -9 of the server on the embedded database, again and again, while 20 clients send',
  missing: () => null,
  run: runKillServer,
}
