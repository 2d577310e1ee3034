import { parseArgs } from 'node:util'
import { ensureBuilt } from '../../scripts/build/ensure-built.ts'
import { endOnSignals } from '../../scripts/product/at-exit.ts'
import type { Scenario } from './scenario.ts'
import { badLine } from './scenarios/bad-line.ts'
import { clock } from './scenarios/clock.ts'
import { diskFull } from './scenarios/disk-full.ts'
import { history } from './scenarios/history.ts'
import { killServer } from './scenarios/kill-server.ts'
import { linking } from './scenarios/linking.ts'
import { optOuts } from './scenarios/opt-outs.ts'
import { poison } from './scenarios/poison.ts'
import { productPictures } from './scenarios/product-pictures.ts'
import { reconnect, reconnectFew } from './scenarios/reconnect.ts'
import { restartDatabase } from './scenarios/restart-database.ts'
import { siege } from './scenarios/siege.ts'
import { slowModel } from './scenarios/slow-model.ts'
import { twoProcesses } from './scenarios/two-processes.ts'
import { unreadRace } from './scenarios/unread-race.ts'
import { uploads } from './scenarios/uploads.ts'
import { voices } from './scenarios/voices.ts'
import { webhooks } from './scenarios/webhooks.ts'
import { whatsappSends } from './scenarios/whatsapp-sends.ts'

const SCENARIOS: readonly Scenario[] = [
  killServer,
  restartDatabase,
  badLine,
  webhooks,
  whatsappSends,
  voices,
  productPictures,
  uploads,
  twoProcesses,
  slowModel,
  reconnect,
  reconnectFew,
  unreadRace,
  clock,
  diskFull,
  linking,
  history,
  optOuts,
  poison,
  siege,
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '1' }, scale: { type: 'string', default: '1' } },
})
const run = { seed: Number(values.seed), scale: Number(values.scale) }
const unknown = positionals.filter((name) => !SCENARIOS.some((scenario) => scenario.name === name))
if (unknown.length > 0 || !Number.isInteger(run.seed) || !(run.scale > 0)) {
  console.error(`npm run test:faults -- [--seed 1] [--scale 1] [${SCENARIOS.map(({ name }) => name).join(' | ')}]`)
  process.exit(1)
}

ensureBuilt(console.log)
endOnSignals()
let failed = 0
let ran = 0
for (const scenario of SCENARIOS) {
  if (positionals.length > 0 && !positionals.includes(scenario.name)) continue
  const missing = scenario.missing()
  if (missing) {
    console.log(`\n── ${scenario.name}: not run, ${missing}`)
    continue
  }
  console.log(`\n── ${scenario.name}: ${scenario.says}`)
  const started = Date.now()
  ran += 1
  try {
    const { figures, broken } = await scenario.run(run)
    for (const [what, value] of Object.entries(figures)) console.log(`   ${what.padEnd(28)} ${value}`)
    for (const promise of broken) console.log(`   BROKEN ${promise}`)
    if (broken.length > 0) failed += 1
  } catch (error) {
    failed += 1
    console.log(`   FAILED ${(error as Error).stack}`)
  }
  console.log(`   ${Math.round((Date.now() - started) / 1000)} s, seed ${run.seed}, scale ${run.scale}`)
}
console.log(`\n${ran - failed} held, ${failed} broken`)
// Exits explicitly: a failed scenario may leave handles open.
process.exit(failed === 0 && ran > 0 ? 0 : 1)
