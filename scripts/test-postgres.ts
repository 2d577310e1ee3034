import { spawnSync } from 'node:child_process'
import { connect } from 'node:net'
import { join } from 'node:path'
import { root } from './bootstrap.mjs'

/** True when something listens where the address points. */
const listens = (address: string, defaultPort: number): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(address)
    const socket = connect({ host: hostname, port: Number(port) || defaultPort, timeout: 2_000 })
    const finish = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => finish(true))
    socket.once('error', () => finish(false))
    socket.once('timeout', () => finish(false))
  })

/** Runs the server's tests on a real PostgreSQL; every test file makes a database of its own and drops it. */
const main = async (): Promise<number> => {
  const address = process.env['TEST_DATABASE_URL']
  if (!address) {
    console.error('TEST_DATABASE_URL is not set: name a PostgreSQL whose user may create databases')
    return 1
  }
  if (!(await listens(address, 5432))) {
    console.error(`No PostgreSQL listens at ${new URL(address).host}`)
    return process.argv.includes('--if-reachable') ? 0 : 1
  }
  console.log(`Server tests on the PostgreSQL at ${new URL(address).host}`)
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const cwd = join(root, 'apps/server')
  return spawnSync(process.execPath, [vitest, 'run'], { cwd, stdio: ['ignore', 'inherit', 'inherit'] }).status ?? 1
}

process.exitCode = await main()
