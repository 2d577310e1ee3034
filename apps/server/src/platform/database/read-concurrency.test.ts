import { afterEach, expect, it, vi } from 'vitest'
import { createReadLimiter, type Reader } from './read-concurrency.ts'

const SHARES = { perUser: 2, perTenant: 3, total: 4 }
const ana = { tenantId: 'a', userId: 'ana' }
const bia = { tenantId: 'a', userId: 'bia' }
const caio = { tenantId: 'c', userId: 'caio' }
const davi = { tenantId: 'd', userId: 'davi' }

/** Returns reads that stay in progress until they are released. */
function desk(waitMs = 60_000) {
  const inShare = createReadLimiter(SHARES, waitMs)
  const begun: string[] = []
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const read = (reader: Reader) =>
    inShare(reader, async () => {
      begun.push(reader.userId)
      await held
      return reader.userId
    })
  return { read, begun, letGo }
}
afterEach(() => void vi.useRealTimers())

const settled = () => new Promise((resolve) => setImmediate(resolve))

it('a person, and then an organisation, has its share and no more; others come to theirs', async () => {
  const { read, begun, letGo } = desk()
  const readings = [ana, ana, ana, bia, bia, caio, davi].map(read)
  await settled()
  expect(begun).toEqual(['ana', 'ana', 'bia', 'caio'])
  letGo()
  expect(await Promise.all(readings)).toEqual(['ana', 'ana', 'ana', 'bia', 'bia', 'caio', 'davi'])
})

it('what waits too long is refused with whose fault it is, and what is under way is not cut off', async () => {
  const { read, begun, letGo } = desk(20)
  const under = [ana, ana, bia, caio].map(read)
  await expect(read(ana)).rejects.toMatchObject({ statusCode: 429, code: 'RATE_LIMIT_EXCEEDED', retryAfter: 1 })
  await expect(read(bia)).rejects.toMatchObject({ statusCode: 503, code: 'SERVICE_UNAVAILABLE', retryAfter: 1 })
  await expect(read(davi)).rejects.toMatchObject({ statusCode: 503 })
  letGo()
  expect(await Promise.all(under)).toEqual(['ana', 'ana', 'bia', 'caio'])
  expect(await read(ana)).toBe('ana')
  expect(begun).toHaveLength(5)
})

it('lets no more than a hundred readings of one person wait', async () => {
  const { read, letGo } = desk()
  const readings = Array.from({ length: 102 }, () => read(ana))
  await expect(read(ana)).rejects.toMatchObject({ statusCode: 429 })
  letGo()
  expect(await Promise.all(readings)).toHaveLength(102)
})

it('goes on after readings that failed', async () => {
  const inShare = createReadLimiter({ perUser: 1, perTenant: 1, total: 1 })
  const failed = Array.from({ length: 3 }, () => inShare(ana, () => Promise.reject(new Error('no table'))))
  for (const one of failed) await expect(one).rejects.toThrow('no table')
  expect(await inShare(ana, async () => 1)).toBe(1)
})

it('who reads without a pause rests between two readings, and nobody else waits for it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
  const inShare = createReadLimiter({ perUser: 1, perTenant: 2, total: 2 }, 60_000)
  const done: string[] = []
  const read = (reader: Reader) =>
    inShare(reader, () => new Promise<void>((resolve) => setTimeout(resolve, 1_500))).then(() => done.push(reader.userId))
  const all = [ana, ana, ana, bia].map(read)
  // Two consecutive reads exceed the time allowed without a pause.
  await vi.advanceTimersByTimeAsync(3_900)
  expect(done).toEqual(['ana', 'bia', 'ana'])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(done).toHaveLength(3)
  await vi.advanceTimersByTimeAsync(1_000)
  await Promise.all(all)
  expect(done).toEqual(['ana', 'bia', 'ana', 'ana'])
})

it('who reads without a pause has one place meanwhile, and all of them again afterwards', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
  const inShare = createReadLimiter({ perUser: 3, perTenant: 3, total: 3 }, 60_000)
  let under = 0
  const besides: number[] = []
  const read = (ms: number) =>
    inShare(ana, async () => {
      besides.push(under++)
      await new Promise<void>((resolve) => setTimeout(resolve, ms))
      under--
    })
  const all = [1_100, 1_200, 1_300, 100, 100, 100, 100].map(read)
  await vi.advanceTimersByTimeAsync(10_000)
  await Promise.all(all)
  // The fourth read had two others beside it. By then, two finished reads had taken more than 2 s in total, so the rest ran one at a time.
  expect(besides).toEqual([0, 1, 2, 2, 0, 0, 0])
  await Promise.all([read(1), vi.advanceTimersByTimeAsync(10_000)])
  besides.length = 0
  await Promise.all([...[1, 1, 1].map(read), vi.advanceTimersByTimeAsync(10)])
  expect(besides).toEqual([0, 1, 2])
})
