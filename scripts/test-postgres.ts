import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './bootstrap.mjs'
import { listens } from './listens.ts'

/** Runs the server's tests on a real PostgreSQL; every test file makes a database of its own and drops it. Those of several processes need TEST_REDIS_URL too. */
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
  const redis = process.env['TEST_REDIS_URL']
  if (redis && !(await listens(redis, 6379))) {
    console.error(`No Redis listens at ${new URL(redis).host}`)
    return 1
  }
  const between = redis
    ? `and the Redis at ${new URL(redis).host}`
    : '(tests of several processes are skipped: TEST_REDIS_URL is not set)'
  console.log(`Server tests on the PostgreSQL at ${new URL(address).host} ${between}`)
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const cwd = join(root, 'apps/server')
  return spawnSync(process.execPath, [vitest, 'run'], { cwd, stdio: ['ignore', 'inherit', 'inherit'] }).status ?? 1
}

process.exitCode = await main()
