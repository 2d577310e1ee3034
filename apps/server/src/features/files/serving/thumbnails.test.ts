import sharp from 'sharp'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import { createModelImageReader, createThumbnails } from './thumbnails.ts'

let test: TestApp
let picture: Buffer
beforeAll(async () => {
  test = await startTestApp()
  picture = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#284' } })
    .jpeg()
    .toBuffer()
})
afterAll(() => test.close())

it('MEDIA-14 pictures of one organisation, however many, keep nobody else’s waiting for more than one of them', async () => {
  const thumbs = createThumbnails(test.deps.fileStore)
  const [greedy, other] = [uuid(), uuid()]
  const made: string[] = []
  const make = async (tenantId: string, name: string) => {
    await test.deps.fileStore.put(tenantId, name, picture)
    return () => thumbs.getOrCreate(tenantId, name).then((thumb) => thumb && made.push(tenantId))
  }
  const all = await Promise.all([...['a', 'b', 'c', 'd', 'e'].map((name) => make(greedy, name)), make(other, 'a')])
  await Promise.all(all.map((begin) => begin()))
  expect(made).toHaveLength(6)
  expect(made.indexOf(other)).toBeLessThanOrEqual(1)
})

it('SEE-01 a picture that cannot be read is decoded once, and not at every turn of its conversation', async () => {
  let opened = 0
  const pictureForModel = createModelImageReader({
    ...test.deps.fileStore,
    withPath: (...args) => {
      opened += 1
      return test.deps.fileStore.withPath(...args)
    },
  })
  const [tenantId, storedAs] = [uuid(), 'broken']
  const bytes = Buffer.concat([picture.subarray(0, 40), Buffer.alloc(2_000, 1)])
  await test.deps.fileStore.put(tenantId, storedAs, bytes)
  const file = { tenantId, storedAs, size: bytes.length } as Parameters<typeof pictureForModel>[0]
  expect(await pictureForModel(file)).toBeNull()
  expect(await pictureForModel(file)).toBeNull()
  expect(opened).toBe(1)
})
