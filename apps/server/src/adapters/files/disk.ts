import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, openAsBlob } from 'node:fs'
import { link, mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../../platform/config/config.ts'
import { errors } from '../../platform/errors.ts'
import { checkDiskSpaceWhileWriting } from '../../platform/files/disk-space.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { getPartialFilePath } from '../../platform/files/partial-file-path.ts'
import { restrictFolderAccess } from '../../platform/files/restrict-access.ts'
import { toStorePath } from './store-path.ts'

/** Node error codes of a disk that is full, read-only or failing. These errors may be temporary. */
const UNAVAILABLE_CODES = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'])

/** Node error codes of a full disk. */
const DISK_FULL_CODES = new Set(['ENOSPC', 'EDQUOT'])

const getErrorCode = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

/** Awaits a file operation and converts disk errors. @throws 503 if the disk is full or not available; other errors unchanged */
async function withDiskErrors<T>(operation: Promise<T>): Promise<T> {
  try {
    return await operation
  } catch (error) {
    const code = getErrorCode(error) ?? ''
    if (!UNAVAILABLE_CODES.has(code)) throw error
    throw Object.assign(DISK_FULL_CODES.has(code) ? errors.diskFull() : errors.unavailable(), { cause: error })
  }
}

/**
 * Creates a file store in a folder, with one subfolder per tenant. Several processes may share the folder.
 * Without `databaseUrl`, the embedded database uses the same disk: files that would use its reserved space are refused with 503.
 */
export function createDiskStore(root: string, { databaseUrl }: Pick<Config, 'databaseUrl'>): FileStore {
  // The folder may be accessible to other users of the machine if an administrator created or restored it.
  restrictFolderAccess(root)
  const getPath = (tenantId: string, name: string): string => join(root, toStorePath(tenantId, name))
  const write: FileStore['put'] = async (tenantId, name, bytes) => {
    const path = getPath(tenantId, name)
    // Renames the file only when it is complete, so that concurrent writes of the same name do not mix.
    const partialPath = getPartialFilePath(`${path}.${randomUUID()}`)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    try {
      const source = bytes instanceof Uint8Array ? [bytes] : bytes
      const checkedChunks = checkDiskSpaceWhileWriting(source, { folder: dirname(path), databaseUrl })
      await pipeline(Readable.from(checkedChunks, { objectMode: false }), createWriteStream(partialPath, { mode: 0o600 }))
      await rename(partialPath, path)
    } finally {
      await rm(partialPath, { force: true })
    }
  }
  const put: FileStore['put'] = (...args) => withDiskErrors(write(...args))
  async function* streamBytes(tenantId: string, name: string): AsyncGenerator<Uint8Array> {
    yield* createReadStream(getPath(tenantId, name))
  }
  return {
    put,
    getSize: async (tenantId, name) => {
      try {
        const stats = await withDiskErrors(stat(getPath(tenantId, name)))
        return stats.isFile() ? stats.size : null
      } catch (error) {
        if (getErrorCode(error) === 'ENOENT') return null
        throw error
      }
    },
    read: (tenantId, name, range) => createReadStream(getPath(tenantId, name), range),
    withPath: async (tenantId, name, use) => {
      const path = getPath(tenantId, name)
      await withDiskErrors(stat(path))
      return use(path)
    },
    withBlob: async (tenantId, name, use) => use(await openAsBlob(getPath(tenantId, name))),
    copy: async (tenantId, sourceName, targetName) => {
      try {
        // A hard link replaces a copy, because stored files never change.
        await link(getPath(tenantId, sourceName), getPath(tenantId, targetName))
      } catch (error) {
        // Not every shared disk supports hard links.
        if (getErrorCode(error) !== 'EEXIST') await put(tenantId, targetName, streamBytes(tenantId, sourceName))
      }
    },
    remove: (tenantId, name) => rm(getPath(tenantId, name), { recursive: true, force: true }),
  }
}
