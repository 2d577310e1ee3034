import { me, websocketToken } from '@prosa/contract/calls/accounts/auth'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { aUser } from '../../testing/factories.ts'
import { createErrorResponse, createFakeProvider } from '../../testing/fake-provider.ts'
import { setSignedInUser } from '../../testing/session.ts'
import { bindRealtimeToSession, unbindRealtimeFromSession } from '../realtime/bind-realtime-to-session.ts'
import { acceptConnection, getFakeSocket, resetFakeNetwork } from '../realtime/testing/fake-io.ts'
import { useSession } from './session.ts'
import { watchAccessChanges } from './watch-access-changes.ts'

vi.mock('socket.io-client', () => import('../realtime/testing/fake-io.ts'))

const changed = vi.fn()
let stop = () => {}
let role = 'operator'
let provider: ReturnType<typeof createFakeProvider>

beforeEach(async () => {
  await import('../realtime/socket-library.ts')
  vi.useFakeTimers()
  resetFakeNetwork()
  changed.mockClear()
  role = 'operator'
  provider = createFakeProvider()
    .on(websocketToken, () => ({ success: true, data: { token: 't' } }))
    .on(me, () => ({ success: true, data: aUser({ role }) }))
  setSignedInUser({ role: 'staff' })
  stop = watchAccessChanges(changed)
  bindRealtimeToSession()
  await vi.advanceTimersByTimeAsync(2_000)
  acceptConnection()
})
afterEach(() => {
  stop()
  unbindRealtimeFromSession()
  vi.useRealTimers()
})

const roleNow = () => useSession.getState().user?.role

it('PEOPLE-07 asks who it is when told that access has changed, and says so once', async () => {
  expect(provider.requests(me)).toEqual([])
  getFakeSocket().simulateEvent('access_changed', {})
  await vi.waitFor(() => expect(roleNow()).toBe('operator'))
  expect(changed).toHaveBeenCalledTimes(1)
  getFakeSocket().simulateEvent('access_changed', {})
  await vi.waitFor(() => expect(provider.requests(me)).toHaveLength(2))
  expect(changed).toHaveBeenCalledTimes(1)
})

it('PEOPLE-07 asks again when the line is back, for what was told meanwhile', async () => {
  acceptConnection()
  await vi.waitFor(() => expect(roleNow()).toBe('operator'))
})

it('PEOPLE-07 without an answer everything stays as it is', async () => {
  provider.on(me, () => createErrorResponse(500, 'SERVER_ERROR'))
  getFakeSocket().simulateEvent('access_changed', {})
  await vi.waitFor(() => expect(provider.requests(me)).toHaveLength(1))
  expect(roleNow()).toBe('staff')
})
