import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Refusal, root } from './bootstrap.mjs'
import { ensureBuilt } from './build/ensure-built.ts'
import { createBalancer } from './cluster/balancer.ts'
import { isListening } from './product/is-listening.ts'

const PROCESS_COUNT = 2
const START_TIMEOUT_MS = 60_000

const requireServer = async (name: string, defaultPort: number): Promise<void> => {
  const address = process.env[name]
  if (!address)
    throw new Refusal(`npm run cluster precisa de um PostgreSQL e de um Redis: defina DATABASE_URL e REDIS_URL (falta ${name}).`)
  if (!(await isListening(address, defaultPort))) throw new Refusal(`Ninguém atende em ${new URL(address).host} (${name}).`)
}

const waitUntilReady = async (origin: string, child: ChildProcess): Promise<void> => {
  const end = Date.now() + START_TIMEOUT_MS
  for (;;) {
    const ready = await fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (ready) return
    if (child.exitCode !== null || Date.now() > end) throw new Refusal('Um dos processos não subiu; o motivo está acima.')
    await wait(200)
  }
}

/** Starts two server processes on this machine, which share one PostgreSQL and one Redis, behind a small load balancer. */
const startCluster = async (): Promise<void> => {
  await requireServer('DATABASE_URL', 5432)
  await requireServer('REDIS_URL', 6379)
  ensureBuilt(console.log)
  const port = Number(process.env['PORT'] ?? 3000)
  const origin = process.env['PUBLIC_URL'] ?? `http://localhost:${port}`
  const env = { ...process.env, PUBLIC_URL: origin, TRUST_PROXY: '1' }
  // Without SESSION_SECRET, uses a random secret for this run only: all users must sign in again after the next start.
  const secret = process.env['SESSION_SECRET'] ?? randomBytes(32).toString('hex')
  const children: ChildProcess[] = []
  const stop = () => {
    for (const child of children) child.kill('SIGTERM')
    setTimeout(() => process.exit(), 10_000).unref()
  }
  const targets: string[] = []
  try {
    for (let n = 1; n <= PROCESS_COUNT; n++) {
      // Lets only the first process create the demo data and simulate leads.
      const demo = n === 1 ? {} : { DEMO: '0' }
      const own = { ...env, SESSION_SECRET: secret, HOST: '127.0.0.1', PORT: String(port + n), ...demo }
      const child = spawn(process.execPath, [join(root, 'apps/server/src/main.ts')], { cwd: root, env: own, stdio: 'inherit' })
      children.push(child)
      const target = `http://127.0.0.1:${port + n}`
      await waitUntilReady(target, child)
      targets.push(target)
    }
  } catch (error) {
    stop()
    throw error
  }
  const server = createBalancer(targets).listen(port, process.env['HOST'] ?? '127.0.0.1')
  console.log(`${PROCESS_COUNT} processos (${targets.join(', ')}) atrás de ${origin}`)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      server.close()
      server.closeAllConnections()
      stop()
    })
}

startCluster().catch((error: unknown) => {
  if (!(error instanceof Refusal)) throw error
  console.error(error.message)
  process.exitCode = 1
})
