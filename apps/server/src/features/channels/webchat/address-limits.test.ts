import { openWebchat } from '@prosa/contract/calls/webchat/webchat'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { computeSha256 } from '../../../testing/files/upload-file.ts'
import { startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import { createTenant, type TestTenant } from '../../../testing/worlds/factories.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ TRUST_PROXY: '1' })
})
afterAll(() => test.close())

const MB = 1024 * 1024

/** Creates a visitor with an IP address, and returns a function that announces a file and returns the HTTP status. */
async function visitorAt({ agentId }: TestTenant, address: string) {
  const visitor = await test.client()
  await visitor.call(openWebchat, { params: { agentId } })
  return async (filename: string, size: number) => {
    const { statusCode } = await visitor.raw({
      method: 'POST',
      url: `/api/webchat/${agentId}/files`,
      headers: { 'x-forwarded-for': address },
      payload: { sha256: computeSha256(Buffer.from(`${address} ${filename}`)), size, mime_type: 'application/pdf', filename },
    })
    return statusCode
  }
}
/** Returns the number of files of an organisation and their total size in bytes. */
const keptOf = async ({ tenantId }: TestTenant) => {
  const { rows } = await test.deps.db.system((tx) =>
    tx.db.execute(sql`SELECT count(*)::int AS files, sum(size)::int AS bytes FROM files WHERE tenant_id = ${tenantId}`),
  )
  return rows[0]
}

it('MEDIA-24 an address that has announced its share reserves nothing more, whoever it says that it is', async () => {
  const [many, large] = [await createTenant(test), await createTenant(test)]
  const answers = new Map<number, number>()
  const note = (statusCode: number) => answers.set(statusCode, (answers.get(statusCode) ?? 0) + 1)
  for (let n = 0; n < 80; n++) note(await (await visitorAt(many, '198.51.100.1'))(`${n}.pdf`, 1_000))
  expect([...answers]).toEqual([
    [200, 60],
    [429, 20],
  ])
  expect(await keptOf(many)).toEqual({ files: 60, bytes: 60_000 })
  answers.clear()
  for (let n = 0; n < 25; n++) note(await (await visitorAt(large, '198.51.100.2'))(`${n}.pdf`, 16 * MB))
  expect([...answers]).toEqual([
    [200, 15],
    [429, 10],
  ])
  expect(await keptOf(large)).toEqual({ files: 15, bytes: 240 * MB })
  expect(await (await visitorAt(large, '198.51.100.3'))('outro.pdf', 16 * MB)).toBe(200)
})

it('MEDIA-26 the same file asked about again and again, as its page does while a scanner is down, takes nothing of its address', async () => {
  const tenant = await createTenant(test)
  const announce = await visitorAt(tenant, '198.51.100.4')
  for (let n = 0; n < 100; n++) expect(await announce('grande.pdf', 16 * MB)).toBe(200)
  expect(await announce('outro.pdf', 16 * MB)).toBe(200)
  expect(await keptOf(tenant)).toEqual({ files: 2, bytes: 32 * MB })
})
