import { MutationObserver, onlineManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { notifyError, resetNotifications, useNotifications } from '../notifications/notifications.ts'
import { createErrorFromCode } from './errors.ts'
import { createQueryClient } from './query-client.ts'
import { createStaleTime } from './stale-time.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  resetNotifications()
})

const HOUR_MS = 3_600_000

/** Simulates a page that opens, loads data and is left again. */
const aPage = (options: { staleTime?: ReturnType<typeof createStaleTime> } = {}) => {
  const client = createQueryClient()
  const asked = vi.fn(async () => 'answer')
  const visit = async () => {
    const leave = new QueryObserver(client, { queryKey: ['agents'], queryFn: asked, ...options }).subscribe(() => {})
    await vi.advanceTimersByTimeAsync(0)
    leave()
  }
  return { asked, visit }
}

it('what was asked for is fresh for half a minute', async () => {
  const { asked, visit } = aPage()
  await visit()
  vi.advanceTimersByTime(29_000)
  await visit()
  expect(asked).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1_000)
  await visit()
  expect(asked).toHaveBeenCalledTimes(2)
})

it.each([{}, { staleTime: createStaleTime(0) }])(
  'after the computer’s clock was set back it is asked for again at the next visit',
  async (options) => {
    const { asked, visit } = aPage(options)
    await visit()
    vi.setSystemTime(Date.now() - HOUR_MS)
    await visit()
    expect(asked).toHaveBeenCalledTimes(2)
    await visit()
    expect(asked).toHaveBeenCalledTimes(options.staleTime ? 3 : 2)
  },
)

const notices = () => useNotifications.getState().notifications.length

it('a load that fails says so, and takes it back when it succeeds', async () => {
  const client = createQueryClient()
  const queryFn = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(createErrorFromCode('SERVER_ERROR', 500))
    .mockResolvedValue('answer')
  const observer = new QueryObserver(client, { queryKey: ['agents'], queryFn })
  const leave = observer.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(0)
  expect(notices()).toBe(1)
  await observer.refetch()
  expect(notices()).toBe(0)
  leave()
})

it('a change that fails says so in the words of its place, and takes it back when it succeeds', async () => {
  const client = createQueryClient()
  const about = ['pause', 'l1']
  const change = new MutationObserver(client, {
    mutationFn: vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('no')).mockResolvedValue('done'),
    meta: { showsOwnError: true, subject: about },
    onError: (error) => notifyError(error, { message: 'Failed to update pause status', subject: about }),
  })
  await change.mutate().catch(() => undefined)
  expect(notices()).toBe(1)
  await change.mutate()
  expect(notices()).toBe(0)
})

it('a load that nobody repeats is taken back when there is a connection again, unless the server itself refused it', async () => {
  const client = createQueryClient()
  const failing = async (name: string, error: Error) => {
    const queryFn = vi.fn(() => Promise.reject(error))
    const options = { queryKey: [name], queryFn, retry: false, meta: { showsOwnError: true } }
    await client.fetchQuery(options).catch(() => undefined)
    notifyError(error, { message: `Failed to load ${name}`, subject: [name] })
  }
  await failing('refused', createErrorFromCode('SERVER_ERROR', 500))
  await failing('unreached', createErrorFromCode('NETWORK_ERROR', 0))
  expect(notices()).toBe(2)
  onlineManager.setOnline(false)
  expect(notices()).toBe(2)
  onlineManager.setOnline(true)
  expect(useNotifications.getState().notifications.map(({ message }) => message)).toEqual(['Failed to load refused'])
})
