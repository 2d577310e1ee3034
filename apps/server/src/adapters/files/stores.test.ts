import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../platform/config/config.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { openS3Double, type S3Double } from '../../testing/doubles/s3/s3-double.ts'
import { createDiskStore } from './disk.ts'
import { openFileStore } from './open-store.ts'

/**
 * Error code with which the disk functions fail, if set. They are restored afterwards, because other tests of this process use the same
 * module.
 */
const disk = { code: '' }
const FAILING = ['mkdir', 'rename', 'link', 'stat'] as const
const real = { ...fs }
beforeAll(() => {
  for (const name of FAILING) {
    const work: (...args: never[]) => Promise<unknown> = real[name]
    const failing = async (...args: never[]) => {
      if (disk.code) throw Object.assign(new Error(`${disk.code}: ${String(args[0])}`), { code: disk.code })
      return work(...args)
    }
    Object.assign(fs, { [name]: failing })
  }
  syncBuiltinESMExports()
})
afterEach(() => {
  disk.code = ''
})
afterAll(() => {
  Object.assign(fs, Object.fromEntries(FAILING.map((name) => [name, real[name]])))
  syncBuiltinESMExports()
})

const SECRET = 'uma-frase-longa-que-so-o-teste-usa'
const TENANT = '0192f0c0-0000-7000-8000-000000000001'
const OTHER = '0192f0c0-0000-7000-8000-000000000002'

let folder: string
let s3: S3Double
let stores: Record<'disk' | 's3', FileStore>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'prosa-files-'))
  s3 = await openS3Double()
  const settings = readConfig({ SESSION_SECRET: SECRET, DATA_DIR: folder, ...s3.env })
  stores = { disk: createDiskStore(join(folder, 'media'), { databaseUrl: null }), s3: await openFileStore(settings) }
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await s3.close()
})

const textOf = async (stream: Readable) => Buffer.concat(await stream.toArray()).toString()

/** Returns the names below a name in a store of either kind. */
const namesIn = (kind: 'disk' | 's3', name: string): string[] =>
  kind === 'disk'
    ? readdirSync(join(folder, 'media', TENANT, name))
    : [...s3.objects.keys()]
        .filter((key) => key.startsWith(`${TENANT}/${name}/`))
        .map((key) => key.slice(`${TENANT}/${name}/`.length))

describe.each(['disk', 's3'] as const)('files on %s', (kind) => {
  let store: FileStore
  beforeAll(() => {
    store = stores[kind]
  })

  it('MEDIA-23 are read whole and in parts, and are their tenant’s only', async () => {
    await store.put(TENANT, 'abc', Readable.from([Buffer.from('01234'), Buffer.from('56789')]))
    expect(await store.getSize(TENANT, 'abc')).toBe(10)
    expect(await textOf(store.read(TENANT, 'abc'))).toBe('0123456789')
    expect(await textOf(store.read(TENANT, 'abc', { start: 2, end: 5 }))).toBe('2345')
    await store.put(TENANT, 'empty', new Uint8Array())
    expect(await store.getSize(TENANT, 'empty')).toBe(0)
    expect(await store.getSize(OTHER, 'abc')).toBeNull()
    expect(await store.getSize(TENANT, 'none')).toBeNull()
    await expect(textOf(store.read(OTHER, 'abc'))).rejects.toThrow(kind === 'disk' ? 'ENOENT' : 'NoSuchKey')
  })

  it('are there whole or not at all: a source that fails leaves what was there before', async () => {
    async function* failing() {
      yield Buffer.from('half')
      throw new Error('cut off')
    }
    await store.put(TENANT, 'incoming/x/1', Buffer.from('first'))
    await expect(store.put(TENANT, 'incoming/x/1', failing())).rejects.toThrow('cut off')
    await expect(store.put(TENANT, 'incoming/x/2', failing())).rejects.toThrow('cut off')
    expect(await textOf(store.read(TENANT, 'incoming/x/1'))).toBe('first')
    expect(namesIn(kind, 'incoming/x')).toEqual(['1'])
  })

  it('are replaced and copied whole, and go with all that is below their name', async () => {
    await Promise.all(Array.from({ length: 5 }, () => store.put(TENANT, 'incoming/y/whole', Buffer.alloc(200_000, 'y'))))
    await store.copy(TENANT, 'incoming/y/whole', 'yyy')
    await store.copy(TENANT, 'incoming/y/whole', 'yyy')
    await expect(store.copy(TENANT, 'incoming/y/none', 'zzz')).rejects.toThrow()
    expect(await store.getSize(TENANT, 'zzz')).toBeNull()
    // On disk, copying into a new folder cannot create a hard link and copies the bytes.
    await store.copy(TENANT, 'incoming/y/whole', 'new/yyy')
    expect(await store.getSize(TENANT, 'new/yyy')).toBe(200_000)
    expect(await store.getSize(TENANT, 'yyy')).toBe(200_000)
    await store.put(TENANT, 'incoming/y/1', Buffer.from('1'))
    await store.remove(TENANT, 'incoming/y')
    for (const gone of ['incoming/y/1', 'incoming/y/whole']) expect(await store.getSize(TENANT, gone)).toBeNull()
    expect(await store.getSize(TENANT, 'yyy')).toBe(200_000)
    await store.remove(TENANT, 'incoming/y')
  })

  it.each(['../other', 'a/../b', '/etc/passwd', 'a//b', '.', '', 'a b', 'incoming/..'])('never lie at %s', (name) => {
    expect(() => store.read(TENANT, name)).toThrow('no name')
    expect(() => store.read(name, 'abc')).toThrow('no name')
  })

  it('MEDIA-23 of any size go in parts and come out as they were, also to who wants them as one; cut off, nothing of them stays', async () => {
    const bytes = Buffer.alloc(19 * 1024 * 1024, 'prosa')
    const inChunks = async function* (until: number) {
      for (let from = 0; from < until; from += 700_000) yield bytes.subarray(from, Math.min(from + 700_000, until))
      if (until < bytes.length) throw new Error('cut off')
    }
    await store.put(TENANT, 'large', inChunks(bytes.length))
    expect(await store.getSize(TENANT, 'large')).toBe(bytes.length)
    expect(Buffer.concat(await store.read(TENANT, 'large').toArray()).equals(bytes)).toBe(true)
    const seen = await store.withBlob(TENANT, 'large', async (blob) =>
      Buffer.from(await blob.slice(5, 15).arrayBuffer()).toString(),
    )
    expect(seen).toBe('prosaprosa')
    await expect(store.put(TENANT, 'cut', inChunks(12 * 1024 * 1024))).rejects.toThrow('cut off')
    expect(await store.getSize(TENANT, 'cut')).toBeNull()
    expect(s3.unfinished.size).toBe(0)
    await store.remove(TENANT, 'large')
  })

  it('MEDIA-23 behind their end there is nothing, and who stops reading is not read to', async () => {
    await store.put(TENANT, 'short', Buffer.from('abc'))
    expect(await textOf(store.read(TENANT, 'short', { start: 10, end: 20 }))).toBe('')
    const stream = store.read(TENANT, 'short')
    stream.destroy()
    expect(stream.destroyed).toBe(true)
  })
})

describe('files on a disk', () => {
  it('lie in folders closed to others, also those that were open before', async () => {
    const root = join(folder, 'media')
    mkdirSync(join(root, OTHER), { recursive: true })
    for (const open of [root, join(root, OTHER)]) chmodSync(open, 0o755)
    await createDiskStore(root, { databaseUrl: null }).put(TENANT, 'incoming/y/1', Buffer.from('new'))
    for (const closed of ['', OTHER, TENANT, join(TENANT, 'incoming'), join(TENANT, 'incoming/y')])
      expect(statSync(join(root, closed)).mode & 0o777).toBe(0o700)
  })

  it.each(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'])(
    'MEDIA-23 that fails with %s say that it is down, and not where it is',
    async (code) => {
      await stores.disk.put(TENANT, 'kept', Buffer.from('kept'))
      disk.code = code
      for (const ask of [
        () => stores.disk.put(TENANT, 'more', Buffer.from('more')),
        () => stores.disk.copy(TENANT, 'kept', 'again'),
        () => stores.disk.getSize(TENANT, 'kept'),
      ]) {
        const down = await ask().catch((error: unknown) => error)
        expect(down).toMatchObject({ statusCode: 503, cause: { code } })
        expect((down as Error).message).not.toContain(TENANT)
      }
      disk.code = ''
      expect(await stores.disk.getSize(TENANT, 'kept')).toBe(4)
    },
  )

  it('MEDIA-23 that fails while bytes come keeps none of them, and says no less', async () => {
    async function* until() {
      yield Buffer.from('half')
      disk.code = 'ENOSPC'
    }
    await expect(stores.disk.put(TENANT, 'incoming/z/1', until())).rejects.toMatchObject({ statusCode: 503 })
    disk.code = ''
    expect(namesIn('disk', 'incoming/z')).toEqual([])
  })
})

describe('files in a bucket', () => {
  it('MEDIA-23 of a store that is down say that it is, and not where it is', async () => {
    s3.isDown = true
    const down = await stores.s3.getSize(TENANT, 'abc').catch((error: unknown) => error)
    s3.isDown = false
    expect(down).toMatchObject({ statusCode: 503 })
    expect((down as Error).message).not.toMatch(/127\.0\.0\.1|prosa-files/)
  })

  it('MEDIA-23 whose bucket refuses the first part let go of what they come from', async () => {
    const source = Readable.from(Array.from({ length: 40 }, () => Buffer.alloc(1024 * 1024)))
    s3.isDown = true
    const refused = await stores.s3.put(TENANT, 'refused', source).catch((error: unknown) => error)
    s3.isDown = false
    expect(refused).toMatchObject({ statusCode: 503 })
    expect(source.destroyed).toBe(true)
  })

  it.each([{ STORAGE_S3_BUCKET: 'a' }, { STORAGE_S3_ENDPOINT: 'http://store' }, { STORAGE_S3_KEY: 'a', STORAGE_S3_SECRET: 'b' }])(
    'are not to be had by half of a bucket: %o',
    (half) => {
      expect(() => readConfig({ SESSION_SECRET: SECRET, DATA_DIR: folder, ...half })).toThrow('STORAGE_S3_BUCKET')
    },
  )
})
