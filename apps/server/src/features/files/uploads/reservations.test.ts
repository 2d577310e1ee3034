import { createFile, getStorage } from '@prosa/contract/calls/conversations/files'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { announceTestFile, computeSha256, createJpegFile, uploadFilePart } from '../../../testing/files/upload-file.ts'
import type { Client } from '../../../testing/harness/client.ts'
import { startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import { createTenant } from '../../../testing/worlds/factories.ts'

const MB = 1024 * 1024

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

async function organisation(storageMb: number) {
  const tenant = await createTenant(test)
  await test.deps.db.system((tx) =>
    tx.db.execute(sql`UPDATE tenants SET storage_mb = ${storageMb} WHERE id = ${tenant.tenantId}`),
  )
  return { tenant, staff: await test.client(tenant.staff.phone), operator: await test.client(tenant.operator.phone) }
}
const about = (name: string, size: number) => ({
  body: { sha256: computeSha256(Buffer.from(name)), size, mime_type: 'application/pdf', filename: `${name}.pdf` },
})
const isTaken = async (client: Client, name: string, size: number): Promise<boolean> =>
  client.call(createFile, about(name, size)).then(
    () => true,
    () => false,
  )
const expire = (tenantId: string) =>
  test.deps.db.system((tx) =>
    tx.db.execute(sql`UPDATE files SET reserved_until = now() - interval '1 minute' WHERE tenant_id = ${tenantId}`),
  )
const used = async (client: Client) => (await client.call(getStorage)).data.used_bytes

it('MEDIA-24 of announcements at the same time only those are taken that fit together', async () => {
  const { staff, operator } = await organisation(100)
  const taken = await Promise.all(
    Array.from({ length: 12 }, (_, n) => isTaken(n % 2 ? staff : operator, `ao mesmo tempo ${n}`, 60 * MB)),
  )
  expect(taken.filter(Boolean)).toHaveLength(1)
  expect(await used(staff)).toBe(60 * MB)
})

it('MEDIA-24 nobody reserves more than 500 MB that they do not send, and others still have room', async () => {
  const { staff, operator } = await organisation(10_000)
  for (let n = 0; n < 5; n += 1) expect(await isTaken(operator, `reserva ${n}`, 95 * MB)).toBe(true)
  expect(await operator.refused(createFile, about('reserva demais', 95 * MB))).toMatchObject({
    status: 400,
    message: 'Você já tem 500 MB de arquivos a caminho. Espere que cheguem e tente de novo.',
  })
  expect(await isTaken(staff, 'de outra pessoa', 95 * MB)).toBe(true)
})

it('MEDIA-24 what was announced and not sent counts for an hour; sent later, it must fit again', async () => {
  const { tenant, staff, operator } = await organisation(100)
  const bytes = createJpegFile(2_000, 'tarde')
  const { id } = await announceTestFile(staff, bytes, 'tarde.jpg')
  expect(await isTaken(operator, 'grande', 80 * MB)).toBe(true)
  expect(await isTaken(staff, 'outra grande', 80 * MB)).toBe(false)
  await expire(tenant.tenantId)
  expect(await used(staff)).toBe(0)
  for (const [n, size] of [95, 5].entries()) expect(await isTaken(staff, `depois ${n}`, size * MB)).toBe(true)
  expect((await uploadFilePart(staff, id, 1, bytes)).body).toContain('O espaço de arquivos acabou (100 MB de 100 MB)')
  await expire(tenant.tenantId)
  expect((await uploadFilePart(staff, id, 1, bytes)).statusCode).toBe(200)
  expect(await used(staff)).toBe(2_000)
})
