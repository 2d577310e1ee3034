import * as auth from '@prosa/contract/calls/accounts/auth'
import * as secondStep from '@prosa/contract/calls/accounts/second-step'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { DATABASE_RESERVE_BYTES, getFreeBytes } from '../../files/disk-space.ts'

/** Free bytes below which sign-in is refused as well: one file of the database's write-ahead log. */
const SIGN_IN_RESERVE_BYTES = 16 * 1024 * 1024
/** Write routes that still work below DATABASE_RESERVE_BYTES, so that users can sign in and read. */
const SIGN_IN_ROUTES = new Set(
  [auth.login, auth.refresh, auth.logout, secondStep.completeSecondStep, secondStep.passkeyOptions, secondStep.passkeySignIn].map(
    ({ method, path }) => `${method} /api${path}`,
  ),
)
const CHECK_INTERVAL_MS = 250
const READ_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Rejects write requests with 503 while the disk of the embedded database is nearly full. Users can still sign in and read. */
export function rejectWritesOnFullDisk(
  http: FastifyInstance,
  { config, log }: Pick<Deps, 'config' | 'log'>,
  getFreeSpace: (folder: string) => Promise<number> = getFreeBytes,
): void {
  if (config.databaseUrl) return
  let freeBytes = Number.POSITIVE_INFINITY
  const checkFreeSpace = async () => {
    const wasFull = freeBytes < DATABASE_RESERVE_BYTES
    freeBytes = await getFreeSpace(config.dataDir).catch(() => Number.POSITIVE_INFINITY)
    if (freeBytes < DATABASE_RESERVE_BYTES !== wasFull)
      log.error({ left: freeBytes }, wasFull ? 'the disk has room again' : 'the disk is nearly full')
  }
  const timer = setInterval(() => void checkFreeSpace(), CHECK_INTERVAL_MS).unref()
  http.addHook('onReady', checkFreeSpace)
  http.addHook('onClose', async () => clearInterval(timer))
  http.addHook('onRequest', async ({ method, routeOptions }) => {
    const reserve = SIGN_IN_ROUTES.has(`${method} ${routeOptions.url}`) ? SIGN_IN_RESERVE_BYTES : DATABASE_RESERVE_BYTES
    if (freeBytes < reserve && !READ_METHODS.has(method)) throw errors.diskFull()
  })
}
