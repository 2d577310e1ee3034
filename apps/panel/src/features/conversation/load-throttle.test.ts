import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLoadThrottle } from './load-throttle.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('LIST-31 CONST-12 holds a second load back to 2 s after the first, and shares it', async () => {
  const turn = createLoadThrottle()
  const loads: string[] = []
  const load = (name: string) => turn('agent-1').then(() => loads.push(name))
  void load('first')
  await vi.advanceTimersByTimeAsync(500)
  void load('second')
  await vi.advanceTimersByTimeAsync(1_499)
  expect(loads).toEqual(['first'])
  await vi.advanceTimersByTimeAsync(1)
  expect(loads).toEqual(['first', 'second'])
})

it('LIST-31 is per agent', async () => {
  const turn = createLoadThrottle()
  const loads: string[] = []
  for (const agent of ['a', 'b']) void turn(agent).then(() => loads.push(agent))
  await vi.advanceTimersByTimeAsync(0)
  expect(loads).toEqual(['a', 'b'])
})
