import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'

/** The embedded database never answers again once a write of its own found no room: four of its 16 MB logs are left for what still runs. */
const RESERVE_BYTES = 64 * 1024 * 1024
const LOOK_MS = 250
const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

const freeIn = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Refuses whatever would write, with 503, while the disk of an embedded database is nearly full; reading goes on. */
export function keepDiskRoom(
  http: FastifyInstance,
  { config, log }: Pick<Deps, 'config' | 'log'>,
  free: (folder: string) => Promise<number> = freeIn,
): void {
  if (config.databaseUrl) return
  let isFull = false
  const look = async () => {
    const left = await free(config.dataDir).catch(() => Number.POSITIVE_INFINITY)
    if (left < RESERVE_BYTES !== isFull) log.error({ left }, isFull ? 'the disk has room again' : 'the disk is nearly full')
    isFull = left < RESERVE_BYTES
  }
  const timer = setInterval(() => void look(), LOOK_MS).unref()
  http.addHook('onReady', look)
  http.addHook('onClose', async () => clearInterval(timer))
  http.addHook('onRequest', async ({ method }) => {
    if (isFull && !READS.has(method))
      throw new AppError(
        503,
        'SERVICE_UNAVAILABLE',
        'O servidor está sem espaço em disco. Nada foi gravado; tente de novo mais tarde.',
      )
  })
}
