import { login, logout, me, refresh } from '@prosa/contract/calls/accounts/auth'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { aUser } from '../../testing/factories.ts'
import { createErrorResponse, createFakeProvider, createRawResponse } from '../../testing/fake-provider.ts'
import { setSignedInUser } from '../../testing/session.ts'
import { useNotifications } from '../notifications/notifications.ts'
import { initializeSession, signIn, signOut, useSession } from './session.ts'

const credentials = { phone: '+5511987654321', password: 'Prosa@2026', rememberMe: false }
const opened = () => ({ success: true as const, data: { user: aUser(), accessToken: 'a', refreshToken: 'r', expiresIn: 900 } })
const state = () => useSession.getState()
const persisted = () => JSON.parse(localStorage.getItem('auth-storage') ?? '{}').state

describe('signing in', () => {
  it('SESSION-01 LOGIN-16 sets the user, and sends exactly phone and password', async () => {
    const provider = createFakeProvider().on(login, opened)
    await signIn({ ...credentials, rememberMe: true })
    expect(state()).toMatchObject({ isAuthenticated: true, isLoading: false, error: null, user: { name: 'Ana Souza' } })
    expect(provider.requests(login)[0]?.body).toEqual({ phone: '+5511987654321', password: 'Prosa@2026' })
  })

  it('SESSION-16 SESSION-21 G46 keeps user and isAuthenticated only, and neither token anywhere', async () => {
    createFakeProvider().on(login, () => ({
      ...opened(),
      data: { ...opened().data, accessToken: 'SECRET-A', refreshToken: 'SECRET-R' },
    }))
    await signIn(credentials)
    expect(Object.keys(persisted()).toSorted()).toEqual(['isAuthenticated', 'user'])
    expect(Object.keys(state()).toSorted()).toEqual(
      ['error', 'isAuthenticated', 'isInitialized', 'isLoading', 'isVerifying', 'user'].toSorted(),
    )
    expect(
      Object.keys(localStorage)
        .map((key) => localStorage.getItem(key))
        .join() + JSON.stringify(state()),
    ).not.toContain('SECRET')
  })

  it('SESSION-02 a refusal clears the user and keeps the text', async () => {
    setSignedInUser()
    createFakeProvider().on(login, () => createErrorResponse(401, 'INVALID_CREDENTIALS'))
    await expect(signIn(credentials)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
    expect(state()).toMatchObject({
      user: null,
      isAuthenticated: false,
      isLoading: false,
      error: 'Credenciais inválidas. Verifique seu telefone e senha.',
    })
  })

  it('TEXT-01 a refusal without a message', async () => {
    createFakeProvider().on(login, () => createRawResponse(200, { success: false }))
    await expect(signIn(credentials)).rejects.toThrow()
    expect(state().error).toBe('Usuário não existe ou senha incorreta.')
  })

  it('TEXT-02 an answer that makes no sense', async () => {
    createFakeProvider().on(login, () => createRawResponse(200, { success: true, data: 'no' }))
    await expect(signIn(credentials)).rejects.toThrow()
    expect(state().error).toBe('Erro inesperado durante o login. Tente novamente.')
  })

  it('G06 a 401 without structure still says something', async () => {
    createFakeProvider().on(login, () => createRawResponse(401, ''))
    await expect(signIn(credentials)).rejects.toThrow()
    expect(state().error).toBe('Credenciais inválidas ou sessão expirada')
  })
})

describe('signing out', () => {
  it('SESSION-03 forgets the user before the server answers', async () => {
    setSignedInUser()
    localStorage.setItem('auth-token', 'short-lived')
    let answer = () => {}
    const provider = createFakeProvider().on(logout, () => new Promise((resolve) => (answer = () => resolve({ success: true }))))
    const done = signOut()
    expect(state()).toMatchObject({ user: null, isAuthenticated: false })
    expect(localStorage.getItem('auth-token')).toBeNull()
    await vi.waitFor(() => expect(provider.requests(logout)).toHaveLength(1))
    answer()
    await done
    expect(useNotifications.getState().notifications).toEqual([])
  })

  it('ERR-22 a session that had ended already is left without a word', async () => {
    setSignedInUser()
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    createFakeProvider().on(logout, () => createErrorResponse(401, 'TOKEN_EXPIRED'))
    await signOut()
    expect(useNotifications.getState().notifications).toEqual([])
  })

  it('SESSION-04 TEXT-09 G09 a failing server changes nothing but one warning', async () => {
    setSignedInUser()
    const log = vi.spyOn(console, 'warn').mockImplementation(() => {})
    createFakeProvider().on(logout, () => createRawResponse(500, ''))
    await signOut()
    expect(state().user).toBeNull()
    expect(log).toHaveBeenCalledWith('Logout realizado localmente')
    expect(useNotifications.getState().notifications).toMatchObject([
      { type: 'warning', message: 'Erro durante o logout, mas você foi desconectado.' },
    ])
  })
})

describe('initialising', () => {
  beforeEach(() => useSession.setState({ user: aUser(), isAuthenticated: true }))

  it('SESSION-07 with nobody persisted makes no call', async () => {
    useSession.setState({ user: null, isAuthenticated: false })
    await initializeSession()
    expect(state()).toMatchObject({ isInitialized: true, user: null })
  })

  it('SESSION-06 verifies a persisted user with the server', async () => {
    const provider = createFakeProvider().on(me, () => ({
      success: true,
      data: aUser({ name: 'Ana Maria Souza', role: 'operator' }),
    }))
    await initializeSession()
    expect(provider.requests(me)).toHaveLength(1)
    expect(state()).toMatchObject({
      isInitialized: true,
      isVerifying: false,
      user: { name: 'Ana Maria Souza', role: 'operator' },
    })
  })

  it('SESSION-05 SESSION-09 two at once make one call, and a third makes none', async () => {
    const provider = createFakeProvider().on(me, () => ({ success: true, data: aUser() }))
    const both = [initializeSession(), initializeSession()]
    expect(state().isVerifying).toBe(true)
    await Promise.all(both)
    await initializeSession()
    expect(provider.requests(me)).toHaveLength(1)
  })

  it('SESSION-08 TEXT-03 a refused check clears the user', async () => {
    createFakeProvider().on(me, () => createErrorResponse(401, 'TOKEN_INVALID'))
    await initializeSession()
    expect(state()).toMatchObject({
      user: null,
      isAuthenticated: false,
      isInitialized: true,
      error: 'Token inválido. Faça login novamente.',
    })
    expect(persisted()).toEqual({ user: null, isAuthenticated: false })
  })

  it('SESSION-08 TEXT-04 a failed check clears the user', async () => {
    createFakeProvider().on(me, () => createRawResponse(503, ''))
    await initializeSession()
    expect(state()).toMatchObject({ user: null, error: 'Falha na verificação do token. Faça login novamente.' })
  })

  it('SESSION-18 nobody touched the panel for an hour: signed out before any check', async () => {
    localStorage.setItem('session-timing', JSON.stringify({ rememberMe: false, lastActivityAt: Date.now() - 3_600_000 }))
    const provider = createFakeProvider().on(logout, () => ({ success: true }))
    await initializeSession()
    expect(state()).toMatchObject({ user: null, isInitialized: true, error: 'Sua sessão expirou. Faça login novamente.' })
    expect(provider.requests(logout)).toHaveLength(1)
    expect(provider.requests(refresh)).toHaveLength(0)
  })
})

describe('a browser that stores nothing', () => {
  const fail = () => {
    throw new DOMException('no', 'QuotaExceededError')
  }

  it.each([
    ['whose storage is full', () => vi.spyOn(Storage.prototype, 'setItem').mockImplementation(fail)],
    ['that blocks storage', () => vi.spyOn(window, 'localStorage', 'get').mockImplementation(fail)],
    [
      'that blocks storage and locks',
      () => {
        vi.spyOn(window, 'localStorage', 'get').mockImplementation(fail)
        const locks = { request: () => Promise.reject(new DOMException('no', 'SecurityError')), query: fail }
        vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks }))
      },
    ],
  ])('%s signs in for this tab, renews, and says what is not kept', async (_which, block) => {
    const provider = createFakeProvider()
      .on(login, opened)
      .on(refresh, () => ({ success: true, data: { expiresIn: 900 } }))
    vi.resetModules()
    const session = await import('./session.ts')
    const { useNotifications: notices } = await import('../notifications/notifications.ts')
    const { renewTokenAfterUnauthorized } = await import('./token-renewal.ts')
    const { getKnownTokenCount } = await import('./token-state.ts')
    block()
    await session.signIn(credentials)
    const renewal = await renewTokenAfterUnauthorized({ name: 'listAgents', tokenCount: getKnownTokenCount() })
    vi.restoreAllMocks()
    expect(session.useSession.getState()).toMatchObject({ isAuthenticated: true, isLoading: false, error: null })
    expect(notices.getState().notifications.map(({ title }) => title)).toEqual(['Este navegador não está guardando dados'])
    expect(renewal).toBe('here')
    expect(provider.requests(refresh)).toHaveLength(1)
  })
})

it('TEXT-08 a session that cannot begin for an unknown reason says so', async () => {
  useSession.setState({ user: aUser(), isAuthenticated: true })
  createFakeProvider().on(me, () => ({ success: true, data: aUser() }))
  const { setState } = useSession
  vi.spyOn(useSession, 'setState').mockImplementation((change) => {
    if ('isAuthenticated' in change && change.isAuthenticated) throw new Error('unexpected')
    setState(change)
  })
  await initializeSession()
  expect(state()).toMatchObject({ user: null, isInitialized: true, error: 'Erro ao inicializar autenticação.' })
})
