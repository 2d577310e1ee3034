import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { resetNotifications, useNotifications } from '../notifications/notifications.ts'
import { importWithRetry } from './import-with-retry.ts'

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

/** Creates a load that fails `times` times before it succeeds. */
const failing = (times: number) => {
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= times) throw notFetched
    return 'code'
  })
  const come = vi.fn()
  void importWithRetry(load).then(come)
  return { load, come }
}

it('ERR-10 code that cannot be fetched is asked for again, less and less often, until it comes', async () => {
  const { load, come } = failing(7)
  const askedAfter: number[] = []
  for (let seconds = 0; seconds <= 320; seconds += 5) {
    await vi.advanceTimersByTimeAsync(seconds === 0 ? 0 : 5_000)
    if (load.mock.calls.length > askedAfter.length) askedAfter.push(seconds)
  }
  expect(askedAfter).toEqual([0, 5, 15, 35, 75, 135, 195, 255])
  expect(come).toHaveBeenCalledWith('code')
})

it('says once that the code was missed', async () => {
  const missed = vi.fn()
  void importWithRetry(() => Promise.reject(notFetched), missed)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(missed).toHaveBeenCalledTimes(1)
})

it('code that fails in itself is not asked for again', async () => {
  const load = vi.fn(() => Promise.reject(new SyntaxError('Unexpected token')))
  await expect(importWithRetry(load)).rejects.toThrow('Unexpected token')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(load).toHaveBeenCalledTimes(1)
})

it('ERR-10 code that cannot be fetched is asked for as soon as the network is back', async () => {
  const { come } = failing(1)
  await vi.advanceTimersByTimeAsync(0)
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(come).toHaveBeenCalledWith('code')
})

const titles = () => useNotifications.getState().notifications.map(({ title }) => title)

it('only a page whose server answers, but without the code, is told to reload', async () => {
  failing(Number.POSITIVE_INFINITY)
  failing(Number.POSITIVE_INFINITY)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(titles()).toEqual([])
  vi.stubGlobal('fetch', async () => new Response())
  await vi.advanceTimersByTimeAsync(20_000)
  expect(titles()).toEqual(['Recarregue a página'])
})

it('the reload is offered once for what somebody waits for, and again for what somebody asks for later', async () => {
  vi.stubGlobal('fetch', async () => new Response())
  failing(Number.POSITIVE_INFINITY)
  await vi.advanceTimersByTimeAsync(20_000)
  resetNotifications()
  await vi.advanceTimersByTimeAsync(200_000)
  expect(titles()).toEqual([])
  failing(Number.POSITIVE_INFINITY)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(titles()).toEqual(['Recarregue a página'])
})
