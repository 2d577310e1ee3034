import { login, logout, me } from '@prosa/contract/calls/accounts/auth'
import { listAgents } from '@prosa/contract/calls/agents/agents'
import { allCalls } from '@prosa/contract/calls/all'
import { setAttention } from '@prosa/contract/calls/conversations/conversations'
import { eraseLead } from '@prosa/contract/calls/organisation/privacy'
import { CALLS_REQUIRING_CONFIRMATION } from '@prosa/contract/rules/accounts/confirmation'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { anAgent, aUser } from '../../testing/factories.ts'
import { createErrorResponse, createFakeProvider, createRawResponse } from '../../testing/fake-provider.ts'
import { useIdentityConfirmation } from '../identity/identity-confirmation.ts'
import { apiClient, call, callWithDeferredSchema } from './api-client.ts'

afterEach(() => {
  apiClient.setSessionHooks(null)
  vi.useRealTimers()
})

describe('a call that requires a proof of who makes it', () => {
  const asked = () => useIdentityConfirmation.getState().pendingConfirmation
  const sensitive = allCalls.filter(({ name }) => CALLS_REQUIRING_CONFIRMATION[name])

  it('TRUST-16 is made again once the person has given it, whichever call it is', async () => {
    expect(sensitive).toHaveLength(Object.keys(CALLS_REQUIRING_CONFIRMATION).length)
    for (const def of sensitive) {
      let answers = 0
      const provider = createFakeProvider().on(def, () =>
        ++answers === 1 ? createErrorResponse(403, 'CONFIRMATION_REQUIRED') : createErrorResponse(409, 'VALIDATION_ERROR'),
      )
      const params = Object.fromEntries([...def.path.matchAll(/:([a-zA-Z]+)/g)].map(([, name]) => [name, 'x']))
      const answer = call(def as typeof me, { params, body: {} } as object).catch((error: unknown) => error)
      await vi.waitFor(() => expect(asked(), def.name).not.toBeNull())
      asked()?.confirm()
      expect(await answer, def.name).toMatchObject({ statusCode: 409 })
      expect(provider.requests(def), def.name).toHaveLength(2)
      expect(asked()).toBeNull()
    }
  })

  it('TRUST-16 fails as it was answered when the person closes the question; two calls ask once', async () => {
    const provider = createFakeProvider().on(eraseLead, () => createErrorResponse(403, 'CONFIRMATION_REQUIRED'))
    const both = ['a', 'b'].map((id) => call(eraseLead, { params: { id } }).catch((error: unknown) => error))
    await vi.waitFor(() => expect(asked()).not.toBeNull())
    await vi.waitFor(() => expect(provider.requests(eraseLead)).toHaveLength(2))
    asked()?.cancel()
    for (const error of await Promise.all(both)) expect(error).toMatchObject({ code: 'CONFIRMATION_REQUIRED', statusCode: 403 })
    expect(provider.requests(eraseLead)).toHaveLength(2)
  })
})

describe('a call', () => {
  it('HTTP-01 HTTP-03 HTTP-04 goes to the base with cookies, its time and the time zone', async () => {
    const provider = createFakeProvider().on(listAgents, () => ({ success: true, data: { agents: [anAgent()] } }))
    const fetched = vi.spyOn(globalThis, 'fetch')
    const before = Date.now()
    await call(listAgents, { query: { includeSummary: true, limit: 20 } })

    const [request] = provider.requests(listAgents)
    expect(`${request?.url.pathname}${request?.url.search}`).toBe('/api/agents?includeSummary=true&limit=20')
    expect(fetched.mock.calls[0]?.[1]?.credentials).toBe('include')
    const said = request?.headers.get('x-request-time') ?? ''
    expect(said).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(Date.parse(said)).toBeGreaterThanOrEqual(before)
    expect(request?.headers.get('x-timezone')).toBe('America/Sao_Paulo')
  })

  it('fills the path, sends JSON and the headers given', async () => {
    const provider = createFakeProvider().on(setAttention, () => ({ success: true, data: { needs_attention: true } }))
    const params = { leadId: 'a/b', conversationId: 'c' }
    const answer = await call(setAttention, { params, body: { needs_attention: true }, headers: { 'idempotency-key': 'k' } })
    expect(answer.data.needs_attention).toBe(true)
    const [request] = provider.requests(setAttention)
    expect(request).toMatchObject({ params, body: { needs_attention: true } })
    expect(request?.headers.get('content-type')).toBe('application/json')
    expect(request?.headers.get('idempotency-key')).toBe('k')
  })

  it('is made at once where its schemas come later, and its answer judged by them', async () => {
    const provider = createFakeProvider().on(me, () => ({ success: true, data: aUser() }))
    let bring = (_def: typeof me) => {}
    const answer = callWithDeferredSchema<typeof me>(me, () => new Promise((resolve) => (bring = resolve)))
    await vi.waitFor(() => expect(provider.requests(me)).toHaveLength(1))
    bring(me)
    expect((await answer).data.id).toBe(aUser().id)

    provider.on(me, () => createRawResponse(200, { success: true, data: { id: 7 } }))
    await expect(callWithDeferredSchema(me, async () => me)).rejects.toMatchObject({ code: 'INTERNAL_ERROR' })
    const missing = () => Promise.reject<typeof me>(new TypeError('no file'))
    await expect(callWithDeferredSchema(me, missing)).rejects.toMatchObject({ code: 'NETWORK_ERROR' })
  })

  it('HTTP-02 CONST-01 gives up after 30 s with TIMEOUT_ERROR', async () => {
    vi.useFakeTimers()
    vi.stubGlobal(
      'fetch',
      (_input: string, init: RequestInit) =>
        new Promise((_resolve, reject) => init.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
    )
    const outcome = vi.fn()
    call(me).catch(outcome)
    await vi.advanceTimersByTimeAsync(29_999)
    expect(outcome).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(outcome).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'TIMEOUT_ERROR', statusCode: 0 }))
  })

  it('ERR-32 without an answer fails as NETWORK_ERROR', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(call(me)).rejects.toMatchObject({
      code: 'NETWORK_ERROR',
      message: 'Erro de conexão. Verifique sua internet e tente novamente.',
    })
  })

  it('HTTP-07 takes a provider that adds fields, and one that answers a done call with nothing', async () => {
    createFakeProvider()
      .on(me, () => createRawResponse(200, { success: true, extra: 1, data: { ...aUser(), nickname: 'Aninha' } }))
      .on(logout, () => createRawResponse(200, ''))
    await expect(call(me)).resolves.toMatchObject({ data: { name: 'Ana Souza' } })
    await expect(call(logout)).resolves.toEqual({ success: true })
  })

  it('an answer that says success: false is a failure, whatever its status', async () => {
    createFakeProvider().on(me, () => createRawResponse(200, { success: false, message: 'Não', code: 'TENANT_INACTIVE' }))
    await expect(call(me)).rejects.toMatchObject({ code: 'TENANT_INACTIVE' })
  })

  it('an answer outside the contract is a failure, not a half-filled screen', async () => {
    createFakeProvider().on(me, () => createRawResponse(200, { success: true, data: { id: 7 } }))
    await expect(call(me)).rejects.toMatchObject({ code: 'INTERNAL_ERROR', message: 'Erro inesperado. Tente novamente.' })
  })

  it('given up by its caller is not an error of the network', async () => {
    createFakeProvider().on(me, () => ({ success: true, data: aUser() }))
    const controller = new AbortController()
    controller.abort()
    await expect(call(me, { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('a 401', () => {
  it('SESSION-10 is made exactly once more when the session says so', async () => {
    const provider = createFakeProvider().on(me, () => createErrorResponse(401, 'TOKEN_EXPIRED'))
    apiClient.setSessionHooks({ getTokenCount: () => 0, renew: async () => 'here', onRejected: () => {} })
    await expect(call(me)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' })
    expect(provider.requests(me)).toHaveLength(2)
  })

  it('is not made again when the session does not', async () => {
    const provider = createFakeProvider().on(login, () => createErrorResponse(401, 'INVALID_CREDENTIALS'))
    apiClient.setSessionHooks({ getTokenCount: () => 0, renew: async () => null, onRejected: () => {} })
    await expect(call(login, { body: { phone: '+5511987654321', password: 'x' } })).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    })
    expect(provider.requests(login)).toHaveLength(1)
  })
})
