import { me, websocketToken } from '@prosa/contract/calls/auth'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { aUser } from '../../testing/factories.ts'
import { failure, fakeProvider } from '../../testing/fake-provider.ts'
import { signedIn } from '../../testing/session.ts'
import { followSession, stopFollowing } from '../realtime/follow-session.ts'
import { connect, resetNet, socket } from '../realtime/testing/fake-io.ts'
import { followAccess } from './access.ts'
import { useSession } from './session.ts'

vi.mock('socket.io-client', () => import('../realtime/testing/fake-io.ts'))

const changed = vi.fn()
let stop = () => {}
let role = 'operator'
let provider: ReturnType<typeof fakeProvider>

beforeEach(async () => {
  await import('../realtime/line.ts')
  vi.useFakeTimers()
  resetNet()
  changed.mockClear()
  role = 'operator'
  provider = fakeProvider()
    .on(websocketToken, () => ({ success: true, data: { token: 't' } }))
    .on(me, () => ({ success: true, data: aUser({ role }) }))
  signedIn({ role: 'staff' })
  stop = followAccess(changed)
  followSession()
  await vi.advanceTimersByTimeAsync(2_000)
  connect()
})
afterEach(() => {
  stop()
  stopFollowing()
  vi.useRealTimers()
})

const roleNow = () => useSession.getState().user?.role

it('PEOPLE-07 asks who it is when told that access has changed, and says so once', async () => {
  expect(provider.requests(me)).toEqual([])
  socket().hear('access_changed', {})
  await vi.waitFor(() => expect(roleNow()).toBe('operator'))
  expect(changed).toHaveBeenCalledTimes(1)
  socket().hear('access_changed', {})
  await vi.waitFor(() => expect(provider.requests(me)).toHaveLength(2))
  expect(changed).toHaveBeenCalledTimes(1)
})

it('PEOPLE-07 asks again when the line is back, for what was told meanwhile', async () => {
  connect()
  await vi.waitFor(() => expect(roleNow()).toBe('operator'))
})

it('PEOPLE-07 without an answer everything stays as it is', async () => {
  provider.on(me, () => failure(500, 'SERVER_ERROR'))
  socket().hear('access_changed', {})
  await vi.waitFor(() => expect(provider.requests(me)).toHaveLength(1))
  expect(roleNow()).toBe('staff')
})
