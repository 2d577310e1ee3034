import { login, logout, me, refresh } from '@prosa/contract/calls/accounts/auth'
import { listAgents } from '@prosa/contract/calls/agents/agents'
import { SPECIFIED_ERROR_CODES } from '@prosa/contract/errors'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { aUser } from '../../testing/factories.ts'
import { createErrorResponse, createFakeProvider } from '../../testing/fake-provider.ts'
import { createRefreshResponse, setSignedInUser } from '../../testing/session.ts'
import { call } from '../api/api-client.ts'
import { useAccountRequirement } from './account-requirement.ts'
import { initializeSession, signIn, signOut, useSession } from './session.ts'
import { startSessionLifecycle } from './session-lifecycle.ts'

let stop = () => {}
beforeEach(() => {
  vi.useFakeTimers()
  stop = startSessionLifecycle()
})
afterEach(() => {
  stop()
  useAccountRequirement.setState({ code: '' })
  vi.useRealTimers()
})

const provider = () =>
  createFakeProvider()
    .on(refresh, createRefreshResponse)
    .on(logout, () => ({ success: true }))

/** Returns the page to which a call rejected with this code leads. */
const leadsTo = async (status: number, code: string) => {
  setSignedInUser()
  provider().on(listAgents, () => createErrorResponse(status, code, { message: 'Palavras do servidor.' }))
  await expect(call(listAgents)).rejects.toMatchObject({ code })
  await vi.advanceTimersByTimeAsync(5_000)
  const { user, error } = useSession.getState()
  return [user ? 'stays' : 'sign-in', useAccountRequirement.getState().code && 'password', error].filter(Boolean).join(' ')
}

it('ERR-21 exactly five codes ask to be authenticated anew: three lead to sign-in, two to where the password is changed @wide', async () => {
  const led: Record<string, string> = {}
  for (const code of SPECIFIED_ERROR_CODES) {
    useAccountRequirement.setState({ code: '' })
    useSession.setState(useSession.getInitialState(), true)
    led[code] = await leadsTo(403, code)
  }
  expect(Object.fromEntries(Object.entries(led).filter(([, place]) => place !== 'stays'))).toEqual({
    TOKEN_EXPIRED: 'sign-in Sua sessão expirou. Faça login novamente.',
    TOKEN_INVALID: 'sign-in Sessão inválida. Faça login novamente.',
    TOKEN_REFRESH_FAILED: 'sign-in Palavras do servidor.',
    PASSWORD_EXPIRED: 'stays password',
    PASSWORD_CHANGE_REQUIRED: 'stays password',
  })
})

it.each(['TOKEN_EXPIRED', 'TOKEN_INVALID', 'TOKEN_REFRESH_FAILED'])(
  'ERR-21 %s after a renewal leads to sign-in',
  async (code) => {
    expect(await leadsTo(401, code)).toMatch(/^sign-in/)
  },
)

it('ERR-21 what a sign-in answers leads nowhere: it is said on its form', async () => {
  provider().on(login, () => createErrorResponse(403, 'PASSWORD_EXPIRED'))
  await expect(signIn({ phone: '+5511987654321', password: 'x', rememberMe: false })).rejects.toThrow()
  expect(useAccountRequirement.getState().code).toBe('')
  expect(useSession.getState().error).toBe('É necessário alterar sua senha antes de continuar.')
})

it('ERR-21 who comes back with a password to be changed stays signed in, and is no more due after leaving', async () => {
  useSession.setState({ user: aUser(), isAuthenticated: true })
  provider().on(me, () => createErrorResponse(403, 'PASSWORD_CHANGE_REQUIRED'))
  await initializeSession()
  expect(useSession.getState()).toMatchObject({ isInitialized: true, isAuthenticated: true, error: null })
  expect(useAccountRequirement.getState().code).toBe('PASSWORD_CHANGE_REQUIRED')
  await signOut()
  expect(useAccountRequirement.getState().code).toBe('')
})
