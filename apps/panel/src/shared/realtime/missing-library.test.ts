import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { importWithRetry } from '../lazy-loading/import-with-retry.ts'
import { useNotifications } from '../notifications/notifications.ts'
import { REALTIME_TEXTS } from './connection.ts'
import { reconnectNow, startRealtime, stopRealtime } from './socket.ts'

vi.mock('../lazy-loading/import-with-retry.ts', () => ({
  importWithRetry: vi.fn((_load: unknown, onMissed: () => void) => {
    onMissed()
    return new Promise(() => undefined)
  }),
}))

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  stopRealtime()
  vi.useRealTimers()
})

it('RT-01 code of real time that cannot be fetched is told of, and waited for once however often somebody asks', async () => {
  startRealtime({ userId: 'u1', tenantId: 't1' })
  await vi.advanceTimersByTimeAsync(2_000)
  reconnectNow()
  reconnectNow()
  expect(importWithRetry).toHaveBeenCalledTimes(1)
  expect(useNotifications.getState().notifications.map(({ message }) => message)).toEqual([REALTIME_TEXTS.setupFailed])
})
