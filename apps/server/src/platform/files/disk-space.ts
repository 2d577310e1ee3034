import { existsSync } from 'node:fs'
import { mkdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { ConfigError } from '../config/config-error.ts'
import { errors } from '../errors.ts'

const MB = 1024 * 1024
/** Free bytes required to create the embedded database: 66 MB for the database, and 64 MB for its write-ahead log. */
const NEW_DATABASE_BYTES = 160 * MB
/** Free bytes required to open the embedded database: one file of its write-ahead log. With less, opening fails without an explanation. */
const OPEN_DATABASE_BYTES = 16 * MB

/**
 * Free bytes below which write requests are refused: four 16 MB files of the write-ahead log, for running work. Once a write has failed for
 * lack of space, the embedded database does not answer any more.
 */
export const DATABASE_RESERVE_BYTES = 64 * MB

/** Returns the free bytes on the disk that contains a folder. */
export async function getFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Verifies that the disk has enough space to create or open the embedded database. @throws ConfigError for the operator */
export async function requireDatabaseDiskSpace(
  dataDir: string,
  getFreeSpace: (folder: string) => Promise<number> = getFreeBytes,
): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const requiredBytes = existsSync(join(dataDir, 'postgres')) ? OPEN_DATABASE_BYTES : NEW_DATABASE_BYTES
  const freeBytes = await getFreeSpace(dataDir).catch(() => Number.POSITIVE_INFINITY)
  if (freeBytes < requiredBytes)
    throw new ConfigError(
      `O disco da pasta de dados ${dataDir} tem só ${Math.floor(freeBytes / MB)} MB livres, e o banco embutido precisa de ${requiredBytes / MB} MB. Libere espaço, ou escolha outra pasta com DATA_DIR.`,
    )
}

/**
 * Yields the chunks of a file that is being written to `folder`, and checks the free disk space before each chunk. With a database server
 * (`databaseUrl`), nothing is checked.
 * @throws 503 if the space reserved for the embedded database would be used
 */
export async function* checkDiskSpaceWhileWriting<T extends string | Uint8Array>(
  chunks: Iterable<T> | AsyncIterable<T>,
  { folder, databaseUrl }: { folder: string } & Pick<Config, 'databaseUrl'>,
  getFreeSpace: (folder: string) => Promise<number> = getFreeBytes,
): AsyncGenerator<T> {
  for await (const chunk of chunks) {
    const freeBytes = databaseUrl ? Number.POSITIVE_INFINITY : await getFreeSpace(folder).catch(() => Number.POSITIVE_INFINITY)
    if (freeBytes - chunk.length < DATABASE_RESERVE_BYTES) throw errors.diskFull()
    yield chunk
  }
}
