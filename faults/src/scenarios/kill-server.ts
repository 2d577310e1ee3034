import { Product } from '../../../scripts/product/product.ts'
import { limit, QUIET, type Run, type Scenario, scaled } from '../scenario.ts'
import { spread } from '../verdict.ts'
import { whileSending } from '../while-sending.ts'

const SENDS = 10_000
const KILLS = 50
const READY_WITHIN_MS = 5_000

async function run(given: Run) {
  const server = await Product.prepare(QUIET)
  const starts: number[] = []
  try {
    const { figures, broken } = await whileSending(given, {
      place: { dataDir: server.dataDir },
      sends: SENDS,
      times: scaled(given, KILLS),
      begin: async () => void (await server.start()),
      url: () => server.url,
      log: () => server.log,
      disturb: async () => {
        await server.kill()
        starts.push(await server.start())
      },
      end: () => server.stop(),
    })
    const ready = spread(starts)
    return {
      figures: { ...figures, 'ready again, p50 ms': ready.p50, 'ready again, worst ms': ready.worst },
      broken: [...broken, ...limit('ready again, ms', ready.worst, READY_WITHIN_MS)],
    }
  } finally {
    await server.close()
  }
}

export const killServer: Scenario = {
  name: 'kill-server',
  says: 'kill -9 of the server on the embedded database, again and again, while 20 clients send',
  missing: () => null,
  run,
}
