import { ProductProcess } from '../../../../scripts/product/product-process.ts'
import { openTcpProxy, type TcpProxy } from '../../environment/tcp-proxy.ts'
import { verifySendsDuringDisturbance } from '../../measurement/verify-sends-during-disturbance.ts'
import { FAULT_SERVER_ENV, type Scenario, type ScenarioRun } from '../../scenario.ts'
import { createScenarioRandom } from '../../scenario-random.ts'

const SEND_COUNT = 4_000
const PROXY_FAULTS = { delay: { middle: 200, spread: 150 }, resets: 2, lostAnswers: 5 }

async function runBadLine(given: ScenarioRun) {
  const server = await ProductProcess.prepare(FAULT_SERVER_ENV)
  let line: TcpProxy | null = null
  try {
    const { figures, broken } = await verifySendsDuringDisturbance(given, {
      place: { dataDir: server.dataDir },
      sends: SEND_COUNT,
      times: 0,
      begin: async () => {
        await server.start()
        line = await openTcpProxy(Number(new URL(server.url).port), createScenarioRandom(given.seed, 'weather'), PROXY_FAULTS)
      },
      url: () => `http://127.0.0.1:${line?.port}`,
      log: () => server.log,
      disturb: async () => {},
      end: () => server.stop(),
    })
    const strikes = (line as TcpProxy | null)?.strikes ?? 0
    return {
      figures: { ...figures, 'lines broken': strikes },
      broken: [...broken, ...(strikes > 0 ? [] : ['the weather never struck'])],
    }
  } finally {
    await (line as TcpProxy | null)?.close()
    await server.close()
  }
}

export const badLineScenario: Scenario = {
  name: 'bad-line',
  says: 'a line that delays by 200 ± 150 ms, breaks at 2 % of the pieces and swallows 5 % of the answers, while 20 clients send',
  missing: () => null,
  run: runBadLine,
}
