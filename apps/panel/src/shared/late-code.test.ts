import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lateCode } from './late-code.ts'
import { resetNotifications, useNotifications } from './notifications.ts'

const notFetched = new TypeError('Failed to fetch dynamically imported module: /assets/part.js')

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => Response.error())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  resetNotifications()
})

/** Code that fails so many times before it comes. */
const failing = (times: number) => {
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= times) throw notFetched
    return 'code'
  })
  const come = vi.fn()
  void lateCode(load).then(come)
  return { load, come }
}

it('ERR-10 code that cannot be fetched is asked for again after five seconds, until it comes', async () => {
  const { load, come } = failing(2)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(load).toHaveBeenCalledTimes(2)
  expect(come).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(come).toHaveBeenCalledWith('code')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(load).toHaveBeenCalledTimes(3)
})

it('ERR-10 code that cannot be fetched is asked for as soon as the network is back', async () => {
  const { come } = failing(1)
  await vi.advanceTimersByTimeAsync(0)
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(come).toHaveBeenCalledWith('code')
})

const titles = () => useNotifications.getState().notifications.map(({ title }) => title)

it('only a page whose server answers, but without the code, is told to reload, and once', async () => {
  failing(Number.POSITIVE_INFINITY)
  failing(Number.POSITIVE_INFINITY)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(titles()).toEqual([])
  vi.stubGlobal('fetch', async () => new Response())
  await vi.advanceTimersByTimeAsync(20_000)
  expect(titles()).toEqual(['Recarregue a página'])
})
