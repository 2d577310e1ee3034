import { refresh, websocketToken } from '@prosa/contract/calls/accounts/auth'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createErrorResponse, createFakeProvider } from '../../testing/fake-provider.ts'
import { setSignedInUser } from '../../testing/session.ts'
import { startSessionLifecycle } from '../session/session-lifecycle.ts'
import { SIGNED_OUT_EVENT } from '../session/token-renewal.ts'
import { bindRealtimeToSession, unbindRealtimeFromSession } from './bind-realtime-to-session.ts'
import { acceptConnection, getFakeSocket, resetFakeNetwork } from './testing/fake-io.ts'

vi.mock('socket.io-client', () => import('./testing/fake-io.ts'))

beforeEach(async () => {
  await import('./socket-library.ts')
  vi.useFakeTimers()
  resetFakeNetwork()
  createFakeProvider().on(websocketToken, () => ({ success: true, data: { token: 't' } }))
})
afterEach(() => {
  unbindRealtimeFromSession()
  vi.useRealTimers()
})

it('a session that ended signs out, once, whatever page is open', async () => {
  const left = vi.fn()
  window.addEventListener(SIGNED_OUT_EVENT, left)
  setSignedInUser()
  bindRealtimeToSession()
  bindRealtimeToSession()
  await vi.advanceTimersByTimeAsync(2_000)
  acceptConnection()
  getFakeSocket().simulateEvent('session_ended', { code: 'TOKEN_INVALID' })
  expect(left).toHaveBeenCalledTimes(1)
  unbindRealtimeFromSession()
  getFakeSocket().simulateEvent('session_ended', { code: 'TOKEN_INVALID' })
  expect(left).toHaveBeenCalledTimes(1)
  window.removeEventListener(SIGNED_OUT_EVENT, left)
})

it('a session that ended between the token of its connection and the use of it is left too', async () => {
  const left = vi.fn()
  window.addEventListener(SIGNED_OUT_EVENT, left)
  const provider = createFakeProvider()
    .on(websocketToken, () => ({ success: true, data: { token: 't' } }))
    .on(refresh, () => createErrorResponse(401, 'TOKEN_INVALID'))
  setSignedInUser()
  const endSession = startSessionLifecycle()
  bindRealtimeToSession()
  await vi.advanceTimersByTimeAsync(2_000)
  const refuse = () => {
    getFakeSocket().active = false
    getFakeSocket().fire('connect_error', Object.assign(new Error('TOKEN_INVALID'), { data: { code: 'TOKEN_INVALID' } }))
    return vi.advanceTimersByTimeAsync(100)
  }
  await refuse()
  expect(left).not.toHaveBeenCalled()
  provider.on(websocketToken, () => createErrorResponse(401, 'TOKEN_INVALID'))
  await refuse()
  expect(left).toHaveBeenCalledTimes(1)
  endSession()
  window.removeEventListener(SIGNED_OUT_EVENT, left)
})
