import { websocketToken } from '@prosa/contract/calls/auth'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeProvider } from '../../testing/fake-provider.ts'
import { signedIn } from '../../testing/session.ts'
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
