import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, openAsBlob } from 'node:fs'
import { link, mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { closeFolders } from '../../kernel/close-to-others.ts'
import { errors } from '../../kernel/errors.ts'
import type { FileStore } from '../../kernel/file-store.ts'
import { partOf } from '../../kernel/part-of.ts'
import { placeOf } from './names.ts'

/** The disk is full, was taken away, or is failing: it may be well again. */
const DOWN = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'])

/** The disk has no room. */
const FULL = new Set(['ENOSPC', 'EDQUOT'])

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

/** @throws 503 where the disk is down, as a bucket's store does; anything else as it comes */
async function asked<T>(question: Promise<T>): Promise<T> {
  try {
    return await question
  } catch (error) {
    const code = codeOf(error) ?? ''
    if (!DOWN.has(code)) throw error
    throw Object.assign(FULL.has(code) ? errors.diskFull() : errors.unavailable(), { cause: error })
  }
}

/** Files in a folder of this machine, or of a disk that its processes share; one folder for each tenant. */
export function createDiskStore(root: string): FileStore {
  // Older versions left them open to everybody on the machine.
  closeFolders(root)
  const pathOf = (tenantId: string, name: string): string => join(root, placeOf(tenantId, name))
  const write: FileStore['put'] = async (tenantId, name, bytes) => {
    const path = pathOf(tenantId, name)
    // Beside its place and moved there whole; two that write the same do not meet.
    const part = partOf(`${path}.${randomUUID()}`)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    try {
      const source = bytes instanceof Uint8Array ? [bytes] : bytes
      await pipeline(Readable.from(source, { objectMode: false }), createWriteStream(part, { mode: 0o600 }))
      await rename(part, path)
    } finally {
      await rm(part, { force: true })
    }
  }
  const put: FileStore['put'] = (...args) => asked(write(...args))
  async function* bytesOf(tenantId: string, name: string): AsyncGenerator<Uint8Array> {
    yield* createReadStream(pathOf(tenantId, name))
  }
  return {
    put,
    sizeOf: async (tenantId, name) => {
      try {
        const found = await asked(stat(pathOf(tenantId, name)))
        return found.isFile() ? found.size : null
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return null
        throw error
      }
    },
    read: (tenantId, name, range) => createReadStream(pathOf(tenantId, name), range),
    withPath: async (tenantId, name, use) => {
      const path = pathOf(tenantId, name)
      await asked(stat(path))
      return use(path)
    },
    withBlob: async (tenantId, name, use) => use(await openAsBlob(pathOf(tenantId, name))),
    copy: async (tenantId, from, to) => {
      try {
        // The same bytes under two names: nobody writes into a file that is whole.
        await link(pathOf(tenantId, from), pathOf(tenantId, to))
      } catch (error) {
        // Not every disk that is shared gives a file two names.
        if (codeOf(error) !== 'EEXIST') await put(tenantId, to, bytesOf(tenantId, from))
      }
    },
    remove: (tenantId, name) => rm(pathOf(tenantId, name), { recursive: true, force: true }),
  }
}
