import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { files } from '../../kernel/db/schema/files.ts'
import { createTenant } from '../../testing/factories.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { announce } from '../../testing/upload-file.ts'
import { partName } from './names.ts'
import { settle } from './settle.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

it('MEDIA-04 two looks at once at one upload do not share what they look at: what one has judged, the other cannot change', async () => {
  const { tenantId, staff } = await createTenant(test)
  const bytes = Buffer.from('%PDF-1.7\nproposta')
  const { id } = await announce(await test.client(staff.phone), bytes, 'proposta.pdf')
  const { db, files: store } = test.deps
  await store.put(tenantId, partName(id, 1), bytes)
  const find = () =>
    db.tenant(tenantId, (tx) =>
      tx.db
        .select()
        .from(files)
        .where(ofTenant(files, tenantId, eq(files.id, id))),
    )
  const [row] = await find()
  if (!row) throw new Error('It was not announced')
  const put: string[] = []
  const watched: typeof store = {
    ...store,
    put: (tenant, name, from) => {
      put.push(name)
      return store.put(tenant, name, from)
    },
  }
  const both = await Promise.all([1, 2].map(() => settle({ ...test.deps, files: watched }, row, 1)))
  expect(both.map(({ state }) => state)).toEqual(['stored', 'stored'])
  expect(new Set(put).size).toBe(2)
})
