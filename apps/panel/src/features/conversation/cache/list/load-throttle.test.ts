import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLoadThrottle } from './load-throttle.ts'

let loads: string[]
beforeEach(() => {
  vi.useFakeTimers()
  loads = []
})
afterEach(() => {
  vi.useRealTimers()
})

/** Returns a function that loads through one throttle and records the name when the load starts. */
const aDesk = () => {
  const turn = createLoadThrottle()
  return (name: string, { key = 'agent-1', signal = new AbortController().signal } = {}) =>
    void turn(key, signal).then(
      () => loads.push(name),
      () => {},
    )
}

it('LIST-31 CONST-12 holds a second load back to 2 s after the first, and drops none', async () => {
  const load = aDesk()
  load('first')
  await vi.advanceTimersByTimeAsync(500)
  load('second')
  load('third')
  await vi.advanceTimersByTimeAsync(1_499)
  expect(loads).toEqual(['first'])
  await vi.advanceTimersByTimeAsync(1)
  expect(loads).toEqual(['first', 'second'])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(loads).toEqual(['first', 'second', 'third'])
})

it('LIST-31 holds also a load of the same moment back', async () => {
  const load = aDesk()
  load('first')
  load('second')
  await vi.advanceTimersByTimeAsync(0)
  expect(loads).toEqual(['first'])
})

it('LIST-02 LIST-30 LIST-31 goes on after 2 s when the computer’s clock is set back by hours', async () => {
  const load = aDesk()
  load('first')
  await vi.advanceTimersByTimeAsync(500)
  vi.setSystemTime(Date.now() - 3 * 3_600_000)
  load('second')
  await vi.advanceTimersByTimeAsync(1_500)
  expect(loads).toEqual(['first', 'second'])
})

it('LIST-31 is per agent', async () => {
  const load = aDesk()
  for (const key of ['a', 'b']) load(key, { key })
  await vi.advanceTimersByTimeAsync(0)
  expect(loads).toEqual(['a', 'b'])
})

it('LIST-31 a load that is called off before it asks for anything holds nobody back', async () => {
  const load = aDesk()
  const leaving = new AbortController()
  load('called off', { signal: leaving.signal })
  leaving.abort()
  load('next')
  await vi.advanceTimersByTimeAsync(0)
  expect(loads).toEqual(['next'])
})
