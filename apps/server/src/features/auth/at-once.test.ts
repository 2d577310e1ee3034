import { expect, it } from 'vitest'
import { atOnce } from './at-once.ts'

it('runs no more than so many at once, the others in order, and goes on after one that failed', async () => {
  const run = atOnce(2)
  const begun: number[] = []
  const ends: { done: () => void; fail: (error: Error) => void }[] = []
  const works = [0, 1, 2, 3].map((n) =>
    run(() => {
      begun.push(n)
      return new Promise<void>((resolve, reject) => (ends[n] = { done: resolve, fail: reject }))
    }).catch(() => `${n} failed`),
  )
  expect(begun).toEqual([0, 1])
  ends[1]?.fail(new Error('no'))
  await works[1]
  expect(begun).toEqual([0, 1, 2])
  ends[0]?.done()
  await works[0]
  expect(begun).toEqual([0, 1, 2, 3])
  ends[2]?.done()
  ends[3]?.done()
  expect(await Promise.all(works)).toEqual([undefined, '1 failed', undefined, undefined])
})
