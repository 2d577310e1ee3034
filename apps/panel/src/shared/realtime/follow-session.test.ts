import { refresh, websocketToken } from '@prosa/contract/calls/auth'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { failure, fakeProvider } from '../../testing/fake-provider.ts'
import { signedIn } from '../../testing/session.ts'
import { startSession } from '../session/lifecycle.ts'
import { SIGNED_OUT_EVENT } from '../session/refresh.ts'
import { followSession, stopFollowing } from './follow-session.ts'
import { connect, resetNet, socket } from './testing/fake-io.ts'

vi.mock('socket.io-client', () => import('./testing/fake-io.ts'))

beforeEach(async () => {
  await import('./line.ts')
  vi.useFakeTimers()
  resetNet()
  fakeProvider().on(websocketToken, () => ({ success: true, data: { token: 't' } }))
})
afterEach(() => {
  stopFollowing()
  vi.useRealTimers()
})

it('a session that ended signs out, once, whatever page is open', async () => {
  const left = vi.fn()
  window.addEventListener(SIGNED_OUT_EVENT, left)
  signedIn()
  followSession()
  followSession()
  await vi.advanceTimersByTimeAsync(2_000)
  connect()
  socket().hear('session_ended', { code: 'TOKEN_INVALID' })
  expect(left).toHaveBeenCalledTimes(1)
  stopFollowing()
  socket().hear('session_ended', { code: 'TOKEN_INVALID' })
  expect(left).toHaveBeenCalledTimes(1)
  window.removeEventListener(SIGNED_OUT_EVENT, left)
})

it('a session that ended between the token of its connection and the use of it is left too', async () => {
  const left = vi.fn()
  window.addEventListener(SIGNED_OUT_EVENT, left)
  const provider = fakeProvider()
    .on(websocketToken, () => ({ success: true, data: { token: 't' } }))
    .on(refresh, () => failure(401, 'TOKEN_INVALID'))
  signedIn()
  const endSession = startSession()
  followSession()
  await vi.advanceTimersByTimeAsync(2_000)
  const refuse = () => {
    socket().active = false
    socket().fire('connect_error', Object.assign(new Error('TOKEN_INVALID'), { data: { code: 'TOKEN_INVALID' } }))
    return vi.advanceTimersByTimeAsync(100)
  }
  await refuse()
  expect(left).not.toHaveBeenCalled()
  provider.on(websocketToken, () => failure(401, 'TOKEN_INVALID'))
  await refuse()
  expect(left).toHaveBeenCalledTimes(1)
  endSession()
  window.removeEventListener(SIGNED_OUT_EVENT, left)
})
