import * as auth from '@prosa/contract/calls/auth'
import * as secondStep from '@prosa/contract/calls/second-step'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { freeBytesIn } from '../disk-space.ts'
import { errors } from '../errors.ts'

/** The embedded database never answers again once a write of its own found no room: four of its 16 MB logs are left for what still runs. */
const RESERVE_BYTES = 64 * 1024 * 1024
/** One log file: what signing in writes is a few kilobytes, and goes on until then. */
const SIGN_IN_RESERVE_BYTES = 16 * 1024 * 1024
/** Calls that go on within the reserve, so that people can sign in, read, and see what is wrong. */
const SIGN_IN = new Set(
  [auth.login, auth.refresh, auth.logout, secondStep.secondStep, secondStep.passkeyOptions, secondStep.passkeySignIn].map(
    ({ method, path }) => `${method} /api${path}`,
  ),
)
const LOOK_MS = 250
const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses whatever would write, with 503, while the disk of an embedded database is nearly full; reading and signing in go on. */
export function keepDiskRoom(
  http: FastifyInstance,
  { config, log }: Pick<Deps, 'config' | 'log'>,
  free: (folder: string) => Promise<number> = freeBytesIn,
): void {
  if (config.databaseUrl) return
  let left = Number.POSITIVE_INFINITY
  const look = async () => {
    const wasFull = left < RESERVE_BYTES
    left = await free(config.dataDir).catch(() => Number.POSITIVE_INFINITY)
    if (left < RESERVE_BYTES !== wasFull) log.error({ left }, wasFull ? 'the disk has room again' : 'the disk is nearly full')
  }
  const timer = setInterval(() => void look(), LOOK_MS).unref()
  http.addHook('onReady', look)
  http.addHook('onClose', async () => clearInterval(timer))
  http.addHook('onRequest', async ({ method, routeOptions }) => {
    const reserve = SIGN_IN.has(`${method} ${routeOptions.url}`) ? SIGN_IN_RESERVE_BYTES : RESERVE_BYTES
    if (left < reserve && !READS.has(method)) throw errors.diskFull()
  })
}
