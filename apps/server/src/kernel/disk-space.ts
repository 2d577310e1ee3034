import { existsSync } from 'node:fs'
import { mkdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from './config-error.ts'

const MB = 1024 * 1024
/** Free bytes required to create the embedded database: it takes 66 MB, and 64 MB stay free for its log. */
const NEW_DATABASE_BYTES = 160 * MB
/** Free bytes required to open the embedded database: one log file. Without them it fails to open and reports no reason. */
const OPEN_DATABASE_BYTES = 16 * MB

/** Returns the number of free bytes on the disk of a folder. */
export async function freeBytesIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/**
 * Verifies that the disk has room to create or open the embedded database in `dataDir`. @throws ConfigError with a message for the operator
 */
export async function requireDiskSpace(dataDir: string, free: (folder: string) => Promise<number> = freeBytesIn): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const needed = existsSync(join(dataDir, 'postgres')) ? OPEN_DATABASE_BYTES : NEW_DATABASE_BYTES
  const left = await free(dataDir).catch(() => Number.POSITIVE_INFINITY)
  if (left < needed)
    throw new ConfigError(
      `O disco da pasta de dados ${dataDir} tem só ${Math.floor(left / MB)} MB livres, e o banco embutido precisa de ${needed / MB} MB. Libere espaço, ou escolha outra pasta com DATA_DIR.`,
    )
}
