import { expect, it } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

it('of a full queue each organisation has one task in turn, whoever filled it', async () => {
  const queue = createFairQueue(1)
  const begun: string[] = []
  const add = (key: string, name: string) => queue.add(key, async () => void begun.push(name))
  await Promise.all([
    ...[1, 2, 3, 4, 5].map((n) => add('greedy', `greedy ${n}`)),
    add('quiet', 'quiet 1'),
    add('other', 'other 1'),
  ])
  expect(begun.slice(0, 3).toSorted()).toEqual(['greedy 1', 'other 1', 'quiet 1'])
  expect(begun.slice(3)).toEqual(['greedy 2', 'greedy 3', 'greedy 4', 'greedy 5'])
})

it('a task that fails or is given up leaves its organisation’s next one its turn', async () => {
  const queue = createFairQueue(1)
  const end = Promise.withResolvers<void>()
  const running = queue.add('one', () => end.promise)
  const waiting = new AbortController()
  const outcomes = Promise.allSettled([
    queue.add('one', async () => 'never', { signal: waiting.signal }),
    queue.add('one', () => Promise.reject(new Error('broken'))),
    queue.add('one', async () => 'done'),
  ])
  waiting.abort(new Error('too late'))
  expect(queue.isIdle()).toBe(false)
  end.resolve()
  await running
  expect((await outcomes).map((outcome) => ('value' in outcome ? outcome.value : String(outcome.reason)))).toEqual([
    'Error: too late',
    'Error: broken',
    'done',
  ])
  expect(queue.isIdle()).toBe(true)
})
