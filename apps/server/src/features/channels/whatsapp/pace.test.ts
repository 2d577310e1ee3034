import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createClusterOfOne } from '../../../kernel/cluster.ts'
import { createPace, MESSAGES_PER_SECOND } from './pace.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('PROV-04 lets 80 messages a second through for each number, and numbers do not wait for each other', async () => {
  const pace = createPace(createClusterOfOne())
  const gone = { a: [] as number[], b: [] as number[] }
  const start = Date.now()
  const all = [
    ...Array.from({ length: 200 }, () => pace.takeTurn('a').then(() => gone.a.push(Date.now() - start))),
    ...Array.from({ length: 50 }, () => pace.takeTurn('b').then(() => gone.b.push(Date.now() - start))),
  ]
  await vi.advanceTimersByTimeAsync(5_000)
  await Promise.all(all)
  for (const second of [0, 1_000, 2_000])
    expect(gone.a.filter((at) => at >= second && at < second + 1_000).length).toBeLessThanOrEqual(MESSAGES_PER_SECOND)
  expect(gone.a).toHaveLength(200)
  expect(Math.max(...gone.b)).toBeLessThan(1_000)
})
