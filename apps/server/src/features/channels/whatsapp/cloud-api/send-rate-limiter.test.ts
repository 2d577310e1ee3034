import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createMemoryRateLimiter, createSingleProcessCluster, type RateLimiter } from '../../../../platform/processes/cluster.ts'
import { createSendRateLimiter, MESSAGES_PER_SECOND } from './send-rate-limiter.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const usual = (phoneNumberId: string) => ({ phoneNumberId, mode: 'api' as const, throughput: null })

/** Returns the times in milliseconds at which `count` messages leave, distributed over several processes. */
async function leave(
  paces: readonly ReturnType<typeof createSendRateLimiter>[],
  number: ReturnType<typeof paced>,
  count: number,
) {
  const start = Date.now()
  const gone: number[] = []
  const all = Array.from({ length: count }, async (_, at) => {
    await paces[at % paces.length]?.acquireSlot(number)
    gone.push(Date.now() - start)
  })
  await vi.advanceTimersByTimeAsync(10_000)
  await Promise.all(all)
  return gone
}

const paced = (mode: 'api' | 'coexistence', throughput: number | null) => ({ phoneNumberId: 'n', mode, throughput })
const mostInASecond = (gone: readonly number[]) =>
  Math.max(
    ...Map.groupBy(gone, (at) => Math.floor(at / 1_000))
      .values()
      .map((of) => of.length),
  )

it('PROV-04 lets 80 messages a second through for each number, and numbers do not wait for each other', async () => {
  const pace = createSendRateLimiter(createSingleProcessCluster())
  const gone = { a: [] as number[], b: [] as number[] }
  const start = Date.now()
  const all = [
    ...Array.from({ length: 200 }, () => pace.acquireSlot(usual('a')).then(() => gone.a.push(Date.now() - start))),
    ...Array.from({ length: 50 }, () => pace.acquireSlot(usual('b')).then(() => gone.b.push(Date.now() - start))),
  ]
  await vi.advanceTimersByTimeAsync(5_000)
  await Promise.all(all)
  for (const second of [0, 1_000, 2_000])
    expect(gone.a.filter((at) => at >= second && at < second + 1_000).length).toBeLessThanOrEqual(MESSAGES_PER_SECOND.usual)
  expect(gone.a).toHaveLength(200)
  expect(Math.max(...gone.b)).toBeLessThan(1_000)
})

it.each([
  ['20 where the phone uses it too, whatever Meta says of others', paced('coexistence', 80), 20],
  ['80 where Meta says nothing', paced('api', null), 80],
  ['what Meta says', paced('api', 50), 50],
])('WIRE-20 the pace of a second is %s, over all processes', async (_what, number, perSecond) => {
  // Limiters with the same name share one counter, as in Redis.
  const shared = new Map<string, RateLimiter>()
  const cluster = {
    limiter: (limit: Parameters<typeof createMemoryRateLimiter>[0]) => {
      const known = shared.get(limit.name) ?? createMemoryRateLimiter(limit)
      shared.set(limit.name, known)
      return known
    },
  }
  const gone = await leave([createSendRateLimiter(cluster), createSendRateLimiter(cluster)], number, perSecond * 3)
  expect(gone).toHaveLength(perSecond * 3)
  expect(mostInASecond(gone)).toBe(perSecond)
})
