import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Measure } from '../measure.ts'

const MAIN = join(import.meta.dirname, '../../../apps/server/src/main.ts')
const GIVE_UP_MS = 60_000
const WARM_STARTS = 3

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port')
  return address.port
}

/** Milliseconds from the birth of the process to the first ready answer; the process is ended again. */
const startOnce = async (dataDir: string): Promise<number> => {
  const port = await freePort()
  const env = { PATH: process.env['PATH'], PORT: String(port), DATA_DIR: dataDir, DEMO: '1', DEMO_LIFE: '0', LOG_LEVEL: 'error' }
  const started = performance.now()
  const server = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(server, 'exit')
  try {
    while (performance.now() - started < GIVE_UP_MS) {
      if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}`)
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
      if (answer?.ok) return performance.now() - started
      await sleep(5)
    }
    throw new Error(`Not ready within ${GIVE_UP_MS} ms`)
  } finally {
    server.kill('SIGTERM')
    await ended
  }
}

/** The first start makes the database and its demo; the median of a few later ones finds them there. */
export const startUp: Measure = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'prosa-bench-'))
  try {
    const first = await startOnce(dataDir)
    const warm: number[] = []
    for (let run = 0; run < WARM_STARTS; run += 1) warm.push(await startOnce(dataDir))
    const median = warm.toSorted((a, b) => a - b)[Math.floor(WARM_STARTS / 2)] ?? Number.NaN
    return [
      { name: 'first start with demo data, to /readyz', value: first },
      { name: 'warm start, to /readyz', value: median },
    ]
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
