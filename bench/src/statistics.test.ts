import { expect, it } from 'vitest'
import { computeAreaUnderCurve, getQuantile, getQuantileRatio, measureAlternately } from './statistics.ts'

it('finds the value that a part of the values do not exceed', () => {
  const hundred = Array.from({ length: 100 }, (_, at) => 100 - at)
  expect(getQuantile(hundred, 0.5)).toBe(50)
  expect(getQuantile(hundred, 0.95)).toBe(95)
  expect(getQuantile([7], 0.95)).toBe(7)
  expect(getQuantile([], 0.5)).toBeNaN()
})

it('divides the same quantile of both', () => {
  expect(getQuantileRatio({ ours: [10, 20, 30], theirs: [5, 10, 100] }, 0.5)).toBe(2)
})

it('does two things in turn, each first every other time, and keeps what came after the warm-up, each under its own name', async () => {
  const order: string[] = []
  const spin = (ms: number) => {
    const until = performance.now() + ms
    while (performance.now() < until);
  }
  const pairs = await measureAlternately(
    4,
    async () => {
      order.push('ours')
      spin(4)
    },
    async () => {
      order.push('theirs')
    },
    2,
  )
  const both = ['ours', 'theirs', 'theirs', 'ours']
  expect(order).toEqual([...both, ...both, ...both])
  expect(pairs.ours).toHaveLength(4)
  expect(pairs.theirs).toHaveLength(4)
  expect(Math.min(...pairs.ours)).toBeGreaterThanOrEqual(4)
  expect(getQuantile(pairs.theirs, 0.5)).toBeLessThan(4)
})

it('tells how far two kinds of values are apart', () => {
  expect(computeAreaUnderCurve([1, 2, 3], [1, 2, 3])).toBe(0.5)
  expect(computeAreaUnderCurve([4, 5], [1, 2])).toBe(1)
  expect(computeAreaUnderCurve([1], [2, 3])).toBe(0)
})
