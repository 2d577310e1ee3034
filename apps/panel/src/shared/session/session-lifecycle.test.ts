import { login, logout, refresh } from '@prosa/contract/calls/accounts/auth'
import { listAgents } from '@prosa/contract/calls/agents/agents'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createErrorResponse, createFakeProvider, createRawResponse } from '../../testing/fake-provider.ts'
import { createRefreshResponse, setSignedInUser, signInWithExpiry } from '../../testing/session.ts'
import { call } from '../api/api-client.ts'
import { useSession } from './session.ts'
import { startSessionLifecycle } from './session-lifecycle.ts'
import { getKnownTokenCount } from './token-state.ts'

const MINUTE = 60_000
const EXPIRED = 'Sua sessão expirou. Faça login novamente.'
const user = () => useSession.getState().user
let stop = () => {}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00.000Z') })
  stop = startSessionLifecycle()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

/** Creates a provider that rejects the access token until it is renewed. */
function stale() {
  let fresh = false
  const provider = createFakeProvider()
    .on(listAgents, () => (fresh ? { success: true, data: { agents: [] } } : createErrorResponse(401, 'TOKEN_EXPIRED')))
    .on(refresh, () => {
      fresh = true
      return createRefreshResponse()
    })
  return provider
}

describe('a refused call', () => {
  it('SESSION-10 renews silently and is made once more', async () => {
    const provider = stale()
    await expect(call(listAgents)).resolves.toMatchObject({ success: true })
    expect(provider.requests(refresh)).toHaveLength(1)
    expect(provider.requests(listAgents)).toHaveLength(2)
  })

  it('SESSION-12 five at once wait for one renewal', async () => {
    const provider = stale()
    await Promise.all(Array.from({ length: 5 }, () => call(listAgents)))
    expect(provider.requests(refresh)).toHaveLength(1)
    expect(provider.requests(listAgents)).toHaveLength(10)
  })

  it.each([login, logout, refresh])('SESSION-11 of $name starts no renewal', async (def) => {
    const provider = createFakeProvider()
      .on(login, () => createErrorResponse(401, 'INVALID_CREDENTIALS'))
      .on(logout, () => createErrorResponse(401, 'TOKEN_EXPIRED'))
      .on(refresh, () => createErrorResponse(401, 'TOKEN_EXPIRED'))
    const body = def === login ? { body: { phone: '+5511987654321', password: 'x' } } : {}
    await expect(call(def as typeof login, body as { body: { phone: string; password: string } })).rejects.toThrow()
    expect(provider.requests(refresh)).toHaveLength(def === refresh ? 1 : 0)
  })

  it('SESSION-13 SESSION-14 SESSION-15 a refused renewal fails all who wait and signs out once, a second later', async () => {
    setSignedInUser()
    const provider = createFakeProvider()
      .on(listAgents, () => createErrorResponse(401, 'TOKEN_INVALID'))
      .on(refresh, () => createErrorResponse(401, 'TOKEN_REFRESH_FAILED'))
      .on(logout, () => ({ success: true }))
    const heard = vi.fn()
    window.addEventListener('auth:logout', heard)

    const outcomes = await Promise.allSettled([call(listAgents), call(listAgents), call(listAgents)])
    window.removeEventListener('auth:logout', heard)
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.code)).toEqual([
      'TOKEN_EXPIRED',
      'TOKEN_EXPIRED',
      'TOKEN_EXPIRED',
    ])
    expect(heard).toHaveBeenCalled()
    expect(provider.requests(refresh)).toHaveLength(1)

    await vi.advanceTimersByTimeAsync(999)
    expect(user()).not.toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    expect(user()).toBeNull()
    expect(useSession.getState().error).toBe(EXPIRED)
    expect(provider.requests(logout)).toHaveLength(1)
  })

  it('SESSION-15 three events within a second make one sign-out', async () => {
    setSignedInUser()
    const provider = createFakeProvider().on(logout, () => ({ success: true }))
    for (let event = 0; event < 3; event += 1) {
      window.dispatchEvent(new Event('auth:logout'))
      await vi.advanceTimersByTimeAsync(300)
    }
    await vi.advanceTimersByTimeAsync(5_000)
    expect(provider.requests(logout)).toHaveLength(1)
  })

  it('SESSION-13 a renewal that no server answers fails with TOKEN_EXPIRED too', async () => {
    createFakeProvider()
      .on(listAgents, () => createErrorResponse(401, 'TOKEN_EXPIRED'))
      .on(refresh, () => createRawResponse(500, ''))
    await expect(call(listAgents)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED', message: EXPIRED })
  })
})

describe('ahead of the end', () => {
  it('SESSION-20 CONST-03 renews five minutes before the token ends, again and again', async () => {
    const provider = await signInWithExpiry(900)
    await vi.advanceTimersByTimeAsync(10 * MINUTE - 1)
    expect(provider.requests(refresh)).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(provider.requests(refresh)).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(10 * MINUTE)
    expect(provider.requests(refresh)).toHaveLength(2)
  })

  it('a token shorter than the buffer does not make a storm', async () => {
    const provider = await signInWithExpiry(120)
    await vi.advanceTimersByTimeAsync(MINUTE - 1)
    expect(provider.requests(refresh)).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(provider.requests(refresh)).toHaveLength(1)
  })

  it('a token of a month does not overflow the timer', async () => {
    const provider = await signInWithExpiry(30 * 86_400)
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(provider.requests(refresh)).toHaveLength(0)
  })

  it('SESSION-20 what another tab renewed is not renewed again', async () => {
    const provider = await signInWithExpiry(900)
    await vi.advanceTimersByTimeAsync(9 * MINUTE)
    const token = JSON.parse(localStorage.getItem('session-token') ?? '{}')
    const newer = { count: token.count + 1, refreshedAt: Date.now(), expiresAt: Date.now() + 15 * MINUTE }
    localStorage.setItem('session-token', JSON.stringify(newer))
    window.dispatchEvent(new StorageEvent('storage', { key: 'session-token' }))
    await vi.advanceTimersByTimeAsync(9 * MINUTE)
    expect(provider.requests(refresh)).toHaveLength(0)
  })

  it('TEXT-05 a renewal ahead of time that is refused signs out with its own text', async () => {
    await signInWithExpiry(900)
    createFakeProvider()
      .on(refresh, () => createErrorResponse(401, 'TOKEN_REFRESH_FAILED'))
      .on(logout, () => ({ success: true }))
    await vi.advanceTimersByTimeAsync(11 * MINUTE)
    expect(user()).toBeNull()
    expect(useSession.getState().error).toBe('Falha ao renovar o token. Faça login novamente.')
  })

  it('G45 a call refused after another tab renewed is simply made again', async () => {
    const provider = stale().on(logout, () => ({ success: true }))
    const count = getKnownTokenCount() + 1
    let tries = 0
    provider.on(listAgents, () => {
      tries += 1
      if (tries > 1) return { success: true, data: { agents: [] } }
      localStorage.setItem('session-token', JSON.stringify({ count, refreshedAt: Date.now(), expiresAt: null }))
      return createErrorResponse(401, 'TOKEN_EXPIRED')
    })
    await call(listAgents)
    expect(provider.requests(refresh)).toHaveLength(0)
  })

  it('SESSION-10 SESSION-13 SESSION-20 goes on renewing when the computer’s clock is set back by hours', async () => {
    const provider = await signInWithExpiry(900)
    let fresh = false
    provider
      .on(listAgents, () => (fresh ? { success: true, data: { agents: [] } } : createErrorResponse(401, 'TOKEN_EXPIRED')))
      .on(refresh, () => {
        fresh = true
        return createRefreshResponse()
      })
    vi.setSystemTime(Date.now() - 180 * MINUTE)
    await call(listAgents)
    expect(provider.requests(refresh)).toHaveLength(1)

    vi.setSystemTime(Date.now() - 180 * MINUTE)
    await vi.advanceTimersByTimeAsync(10 * MINUTE)
    expect(provider.requests(refresh)).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(10 * MINUTE)
    expect(provider.requests(refresh)).toHaveLength(3)
  })

  it('SESSION-10 SESSION-20 a token of another tab’s that has ended too is renewed, and the call made once more', async () => {
    const provider = stale()
    const count = getKnownTokenCount() + 1
    let tries = 0
    provider.on(listAgents, () => {
      tries += 1
      localStorage.setItem('session-token', JSON.stringify({ count, refreshedAt: Date.now(), expiresAt: null }))
      return tries > 2 ? { success: true, data: { agents: [] } } : createErrorResponse(401, 'TOKEN_EXPIRED')
    })
    await call(listAgents)
    expect(provider.requests(refresh)).toHaveLength(1)
    expect(tries).toBe(3)
  })

  it('a sign-out in another tab is a sign-out here', async () => {
    await signInWithExpiry(900)
    localStorage.setItem('auth-storage', JSON.stringify({ state: { user: null, isAuthenticated: false }, version: 0 }))
    window.dispatchEvent(new StorageEvent('storage', { key: 'auth-storage' }))
    expect(user()).toBeNull()
  })
})
