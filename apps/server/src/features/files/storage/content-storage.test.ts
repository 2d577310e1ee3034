import { AsyncLocalStorage } from 'node:async_hooks'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { v7 as uuid } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { openS3Double, type S3Double } from '../../../testing/doubles/s3/s3-double.ts'
import {
  announceTestFile,
  computeSha256,
  createJpegFile,
  uploadFile,
  uploadFilePart,
} from '../../../testing/files/upload-file.ts'
import type { Client } from '../../../testing/harness/client.ts'
import type { TestApp } from '../../../testing/harness/test-app.ts'
import { createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'
import { startTestAppWithMeta } from '../../../testing/worlds/whatsapp/meta-test-app.ts'
import { deleteUnusedUpload } from './delete-files.ts'

let s3: S3Double
let started: Record<'disk' | 's3', Awaited<ReturnType<typeof startTestAppWithMeta>>>
beforeAll(async () => {
  s3 = await openS3Double()
  started = { disk: await startTestAppWithMeta(), s3: await startTestAppWithMeta(s3.env) }
})
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  for (const { close } of Object.values(started)) await close()
  await s3.close()
})

let test: TestApp
let tenant: TestTenant
let staff: Client
const namesOf: Record<'disk' | 's3', () => string[]> = {
  disk: () =>
    readdirSync(join(started.disk.dataDir, 'media', tenant.tenantId), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name),
  s3: () => [...s3.objects.keys()].filter((key) => key.startsWith(tenant.tenantId)).map((key) => key.split('/').at(-1) ?? ''),
}

/** Returns a list that collects the calls of the file store made while a transaction is open. */
function listenInside(): string[] {
  const inside = new AsyncLocalStorage<true>()
  const { db, fileStore } = test.deps
  const heard: string[] = []
  const inTenant = db.tenant.bind(db)
  vi.spyOn(db, 'tenant').mockImplementation((tenantId, work) => inTenant(tenantId, (tx) => inside.run(true, () => work(tx))))
  for (const name of ['put', 'getSize', 'copy', 'remove'] satisfies (keyof FileStore)[]) {
    const ask = fileStore[name].bind(fileStore) as (...args: unknown[]) => Promise<never>
    vi.spyOn(fileStore, name).mockImplementation((...args: unknown[]) => {
      if (inside.getStore()) heard.push(name)
      return ask(...args)
    })
  }
  return heard
}

/** Simulates that another file with this content is deleted, and the bytes with it, right after they were copied. */
function removeOnceBrought(): void {
  const { fileStore } = test.deps
  const copy = fileStore.copy.bind(fileStore)
  vi.spyOn(fileStore, 'copy').mockImplementationOnce(async (tenantId, from, to) => {
    await copy(tenantId, from, to)
    await fileStore.remove(tenantId, to)
  })
}

describe.each(['disk', 's3'] as const)('bytes on %s', (kind) => {
  beforeAll(async () => {
    ;({ test } = started[kind])
    tenant = await createTenant(test)
    staff = await test.client(tenant.staff.phone)
  })
  const arrive = async (bytes: Buffer) => {
    const port = test.app.modules.files
    const [{ tenantId }, messageId, sha256] = [tenant, uuid(), computeSha256(bytes)]
    await port.storeIncomingBytes(
      tenantId,
      messageId,
      (async function* whole() {
        yield bytes
      })(),
    )
    await port.scanAndCopyIncomingBytes(tenantId, messageId, sha256)
    return { port, tenantId, messageId, sha256 }
  }

  it('MEDIA-23 are brought to their place before the transaction that says whose they are, which only looks for them', async () => {
    const heard = listenInside()
    await uploadFile(staff, createJpegFile(9_000, 1), 'a.jpg')
    expect(heard).toEqual(['getSize'])
    expect(namesOf[kind]()).toContain(computeSha256(createJpegFile(9_000, 1)))
  })

  it('MEDIA-23 are there when the same were removed between that and the transaction', async () => {
    const bytes = createJpegFile(9_000, 2)
    removeOnceBrought()
    const id = await uploadFile(staff, bytes, 'a.jpg')
    expect(namesOf[kind]()).toContain(computeSha256(bytes))
    await deleteUnusedUpload(test.deps, { tenantId: tenant.tenantId, fileId: id })
    expect(namesOf[kind]()).not.toContain(computeSha256(bytes))
  })

  it('MEDIA-25 of an upload that was cut off after that go with it', async () => {
    const bytes = createJpegFile(9_000, 3)
    const { id } = await announceTestFile(staff, bytes, 'a.jpg')
    vi.spyOn(test.deps.fileStore, 'copy').mockImplementationOnce(async (tenantId, _from, to) => {
      await test.deps.fileStore.put(tenantId, to, bytes)
      throw new Error('cut off')
    })
    expect((await uploadFilePart(staff, id, 1, bytes)).statusCode).toBe(500)
    expect(namesOf[kind]()).toContain(computeSha256(bytes))
    await deleteUnusedUpload(test.deps, { tenantId: tenant.tenantId, fileId: id })
    expect(namesOf[kind]().filter((name) => [computeSha256(bytes), 'whole', '1'].includes(name))).toEqual([])
  })

  it('MEDIA-25 of a message that does not get them go, but not where another file has them', async () => {
    const bytes = createJpegFile(9_000, 4)
    const first = await arrive(bytes)
    expect(namesOf[kind]()).toContain(first.sha256)
    await first.port.discardIncomingAndStored(first.tenantId, first.messageId)
    expect(namesOf[kind]()).not.toContain(first.sha256)
    await uploadFile(staff, bytes, 'a.jpg')
    const second = await arrive(bytes)
    await second.port.discardIncomingAndStored(second.tenantId, second.messageId)
    expect(namesOf[kind]()).toContain(second.sha256)
    expect(namesOf[kind]()).not.toContain('whole')
  })
})
