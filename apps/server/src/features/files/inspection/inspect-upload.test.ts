import { setTimeout } from 'node:timers/promises'
import { getFile } from '@prosa/contract/calls/conversations/files'
import { UNREADABLE_FILE_MESSAGE } from '@prosa/contract/rules/files/accepted-files'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { files } from '../../../platform/database/schema/conversations/files.ts'
import {
  createAacWithEmptyFrame,
  createCyclicOfficeFile,
  createMp4WithSampleCount,
} from '../../../testing/files/hostile-files.ts'
import { announceTestFile, createJpegFile, uploadFilePart } from '../../../testing/files/upload-file.ts'
import type { Client } from '../../../testing/harness/client.ts'
import { startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import { createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'
import { getPartName } from '../storage/storage-names.ts'
import { inspectUpload } from './inspect-upload.ts'

let test: TestApp
let tenant: TestTenant
let staff: Client
beforeAll(async () => {
  test = await startTestApp()
  tenant = await createTenant(test)
  staff = await test.client(tenant.staff.phone)
})
afterAll(() => test.close())

/** Creates an announced file whose only part has arrived and that has not been inspected. */
async function arrivedFile(bytes: Buffer, filename: string) {
  const { id } = await announceTestFile(staff, bytes, filename)
  await test.deps.fileStore.put(tenant.tenantId, getPartName(id, 1), bytes)
  await change(id, sql`parts = '{1}'`)
  const [row] = await test.deps.db.tenant(tenant.tenantId, (tx) =>
    tx.db
      .select()
      .from(files)
      .where(whereTenant(files, tenant.tenantId, eq(files.id, id))),
  )
  if (!row) throw new Error('It was not announced')
  return row
}
const change = (id: string, set: ReturnType<typeof sql>) =>
  test.deps.db.system((tx) => tx.db.execute(sql`UPDATE files SET ${set} WHERE id = ${id}`))
const get = async (id: string) => (await staff.call(getFile, { params: { id } })).data

/** Returns the file store and a list of the names written to it. */
function watchStore() {
  const names: string[] = []
  const store = test.deps.fileStore
  const put: typeof store.put = (tenantId, name, bytes) => {
    names.push(name)
    return store.put(tenantId, name, bytes)
  }
  return { names, deps: { ...test.deps, fileStore: { ...store, put } } }
}

it('MEDIA-04 one inspection of a file runs at a time, however many ask about it', async () => {
  const row = await arrivedFile(Buffer.from('%PDF-1.7\nproposta'), 'proposta.pdf')
  const { names, deps } = watchStore()
  const rows = await Promise.all(Array.from({ length: 25 }, () => inspectUpload(deps, row, 1)))
  expect(names).toHaveLength(1)
  expect(rows.filter(({ state }) => state === 'stored').length).toBeGreaterThan(0)
  expect((await get(row.id)).state).toBe('stored')
})

it('MEDIA-04 a file whose inspection ended with its process is inspected again when the claim ends, five times at most', async () => {
  const row = await arrivedFile(Buffer.from('%PDF-1.7\noutra'), 'outra.pdf')
  await change(row.id, sql`inspected_until = clock_timestamp() + interval '5 seconds', inspections = 4`)
  expect((await get(row.id)).state).toBe('checking')
  await change(row.id, sql`inspected_until = clock_timestamp() - interval '1 second'`)
  expect((await get(row.id)).state).toBe('stored')

  const lost = await arrivedFile(Buffer.from('%PDF-1.7\nperdida'), 'perdida.pdf')
  await change(lost.id, sql`inspected_until = clock_timestamp() - interval '1 second', inspections = 5`)
  expect(await get(lost.id)).toMatchObject({ state: 'refused', reason: UNREADABLE_FILE_MESSAGE })
})

it('MEDIA-04 two inspections of which one has outlived its claim do not share what they read', async () => {
  const row = await arrivedFile(Buffer.from('%PDF-1.7\nterceira'), 'terceira.pdf')
  const { names, deps } = watchStore()
  const first = inspectUpload(deps, row, 1)
  await expect.poll(() => names).toHaveLength(1)
  await change(row.id, sql`inspected_until = NULL`)
  const both = await Promise.all([first, inspectUpload(deps, row, 1)])
  expect(both.map(({ state }) => state)).toEqual(['stored', 'stored'])
  expect(new Set(names).size).toBe(names.length)
})

it('MEDIA-26 an inspection that fails with the store releases its claim', async () => {
  const row = await arrivedFile(Buffer.from('%PDF-1.7\nquarta'), 'quarta.pdf')
  const files = { ...test.deps.fileStore, put: () => Promise.reject(new Error('the store is down')) }
  await expect(inspectUpload({ ...test.deps, fileStore: files }, row, 1)).rejects.toThrow('the store is down')
  expect((await get(row.id)).state).toBe('stored')
})

it.each([
  ['an MP4 of four billion samples', createMp4WithSampleCount(), 'casa.mp4', 'refused'],
  ['AAC with a frame of no bytes', createAacWithEmptyFrame(), 'recado.aac', 'refused'],
  ['legacy Office that leads in a circle', createCyclicOfficeFile(), 'proposta.ppt', 'stored'],
])('MEDIA-04 %s is settled, and holds up nobody', async (_what, bytes, filename, state) => {
  const { id } = await announceTestFile(staff, bytes, filename)
  const sent = uploadFilePart(staff, id, 1, bytes)
  let longest = 0
  for (let isSettled = false; !isSettled; ) {
    const began = performance.now()
    isSettled = await Promise.race([sent.then(() => true), setTimeout(20, false)])
    longest = Math.max(longest, performance.now() - began)
  }
  expect((await sent).statusCode).toBe(200)
  expect(longest).toBeLessThan(2_000)
  expect(await get(id)).toMatchObject({ state, ...(state === 'refused' ? { reason: UNREADABLE_FILE_MESSAGE } : {}) })
})

it('MEDIA-04 a file of no bytes is refused, whatever its announcement says', async () => {
  const { id } = await announceTestFile(staff, createJpegFile(2_000, 77), 'foto.jpg')
  expect((await uploadFilePart(staff, id, 1, Buffer.alloc(0))).statusCode).toBe(400)
  expect((await get(id)).state).toBe('receiving')
})
