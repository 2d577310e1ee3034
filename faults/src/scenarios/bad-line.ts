import { Product } from '../../../scripts/product/product.ts'
import { chanceOf } from '../chance.ts'
import { openTcpProxy, type TcpProxy } from '../parts/tcp-proxy.ts'
import { QUIET, type Run, type Scenario } from '../scenario.ts'
import { whileSending } from '../while-sending.ts'

const SENDS = 4_000
const WEATHER = { delay: { middle: 200, spread: 150 }, resets: 2, lostAnswers: 5 }

async function run(given: Run) {
  const server = await Product.prepare(QUIET)
  let line: TcpProxy | null = null
  try {
    const { figures, broken } = await whileSending(given, {
      place: { dataDir: server.dataDir },
      sends: SENDS,
      times: 0,
      begin: async () => {
        await server.start()
        line = await openTcpProxy(Number(new URL(server.url).port), chanceOf(given.seed, 'weather'), WEATHER)
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

export const badLine: Scenario = {
  name: 'bad-line',
  says: 'a line that delays by 200 ± 150 ms, breaks at 2 % of the pieces and swallows 5 % of the answers, while 20 clients send',
  missing: () => null,
  run,
}
