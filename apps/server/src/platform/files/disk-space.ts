import { existsSync } from 'node:fs'
import { mkdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { ConfigError } from '../config/config-error.ts'
import { errors } from '../errors.ts'

const MB = 1024 * 1024
/** Free bytes required to create the embedded database: it takes 66 MB, and 64 MB stay free for its log. */
const NEW_DATABASE_BYTES = 160 * MB
/** Free bytes required to open the embedded database: one log file. Without them it fails to open and reports no reason. */
const OPEN_DATABASE_BYTES = 16 * MB

/**
 * Free bytes below which writes are refused: four 16 MB log files for work that still runs. The embedded database stops answering for good
 * once one of its own writes fails for lack of space.
 */
export const DATABASE_RESERVE_BYTES = 64 * MB

/** Returns the number of free bytes on the disk of a folder. */
export async function getFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/**
 * Verifies that the disk has room to create or open the embedded database in `dataDir`. @throws ConfigError with a message for the operator
 */
export async function requireDatabaseDiskSpace(
  dataDir: string,
  free: (folder: string) => Promise<number> = getFreeBytes,
): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const needed = existsSync(join(dataDir, 'postgres')) ? OPEN_DATABASE_BYTES : NEW_DATABASE_BYTES
  const left = await free(dataDir).catch(() => Number.POSITIVE_INFINITY)
  if (left < needed)
    throw new ConfigError(
      `O disco da pasta de dados ${dataDir} tem só ${Math.floor(left / MB)} MB livres, e o banco embutido precisa de ${needed / MB} MB. Libere espaço, ou escolha outra pasta com DATA_DIR.`,
    )
}

/**
 * Yields the chunks of a file that is written to `folder`, while the embedded database keeps its reserve. Looks before each chunk: a slow
 * upload begins with room and ends without it. With a database elsewhere, yields all of them.
 * @throws 503 when the reserve would be used
 */
export async function* checkDiskSpaceWhileWriting<T extends string | Uint8Array>(
  chunks: Iterable<T> | AsyncIterable<T>,
  { folder, databaseUrl }: { folder: string } & Pick<Config, 'databaseUrl'>,
  free: (folder: string) => Promise<number> = getFreeBytes,
): AsyncGenerator<T> {
  for await (const chunk of chunks) {
    const left = databaseUrl ? Number.POSITIVE_INFINITY : await free(folder).catch(() => Number.POSITIVE_INFINITY)
    if (left - chunk.length < DATABASE_RESERVE_BYTES) throw errors.diskFull()
    yield chunk
  }
}
