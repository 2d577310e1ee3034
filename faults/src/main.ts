import { parseArgs } from 'node:util'
import { ensureBuilt } from '../../scripts/build/ensure-built.ts'
import { exitOnSignals } from '../../scripts/product/exit-cleanup.ts'
import type { Scenario } from './scenario.ts'
import { hostileInputScenario } from './scenarios/attacks/poison.ts'
import { overloadAttackScenario } from './scenarios/attacks/siege.ts'
import { productPicturesScenario } from './scenarios/media/product-pictures.ts'
import { uploadsScenario } from './scenarios/media/uploads.ts'
import { transcriptionScenario } from './scenarios/media/voices.ts'
import { badLineScenario } from './scenarios/outages/bad-line.ts'
import { clockScenario } from './scenarios/outages/clock.ts'
import { diskFullScenario } from './scenarios/outages/disk-full.ts'
import { killServerScenario } from './scenarios/outages/kill-server.ts'
import { reconnectFewScenario, reconnectScenario } from './scenarios/outages/reconnect.ts'
import { restartDatabaseScenario } from './scenarios/outages/restart-database.ts'
import { slowModelScenario } from './scenarios/outages/slow-model.ts'
import { twoProcessesScenario } from './scenarios/outages/two-processes.ts'
import { historyImportScenario } from './scenarios/whatsapp/history.ts'
import { numberLinkingScenario } from './scenarios/whatsapp/linking.ts'
import { optOutsScenario } from './scenarios/whatsapp/opt-outs.ts'
import { unreadRaceScenario } from './scenarios/whatsapp/unread-race.ts'
import { webhooksScenario } from './scenarios/whatsapp/webhooks.ts'
import { whatsappSendsScenario } from './scenarios/whatsapp/whatsapp-sends.ts'

const SCENARIOS: readonly Scenario[] = [
  killServerScenario,
  restartDatabaseScenario,
  badLineScenario,
  webhooksScenario,
  whatsappSendsScenario,
  transcriptionScenario,
  productPicturesScenario,
  uploadsScenario,
  twoProcessesScenario,
  slowModelScenario,
  reconnectScenario,
  reconnectFewScenario,
  unreadRaceScenario,
  clockScenario,
  diskFullScenario,
  numberLinkingScenario,
  historyImportScenario,
  optOutsScenario,
  hostileInputScenario,
  overloadAttackScenario,
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
exitOnSignals()
let failedCount = 0
let ranCount = 0
for (const scenario of SCENARIOS) {
  if (positionals.length > 0 && !positionals.includes(scenario.name)) continue
  const missing = scenario.missing()
  if (missing) {
    console.log(`\n── ${scenario.name}: not run, ${missing}`)
    continue
  }
  console.log(`\n── ${scenario.name}: ${scenario.says}`)
  const started = Date.now()
  ranCount += 1
  try {
    const { figures, broken } = await scenario.run(run)
    for (const [what, value] of Object.entries(figures)) console.log(`   ${what.padEnd(28)} ${value}`)
    for (const promise of broken) console.log(`   BROKEN ${promise}`)
    if (broken.length > 0) failedCount += 1
  } catch (error) {
    failedCount += 1
    console.log(`   FAILED ${(error as Error).stack}`)
  }
  console.log(`   ${Math.round((Date.now() - started) / 1000)} s, seed ${run.seed}, scale ${run.scale}`)
}
console.log(`\n${ranCount - failedCount} held, ${failedCount} broken`)
// Exits explicitly: a failed scenario may leave handles open.
process.exit(failedCount === 0 && ranCount > 0 ? 0 : 1)
