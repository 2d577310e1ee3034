import { websocketToken } from '@prosa/contract/calls/accounts/auth'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createErrorResponse, createFakeProvider, type FakeProvider } from '../../testing/fake-provider.ts'
import { useNotifications } from '../notifications/notifications.ts'
import { REALTIME_TEXTS, useConnection } from './connection.ts'
import {
  emitEvent,
  emitWithAck,
  onConnected,
  onServerEvent,
  reconnectNow,
  resumeRealtime,
  startRealtime,
  stopRealtime,
} from './socket.ts'
import { acceptConnection, fakeNetwork, getFakeSocket, getSentToken, resetFakeNetwork } from './testing/fake-io.ts'

vi.mock('socket.io-client', () => import('./testing/fake-io.ts'))

let provider: FakeProvider
const ana = { userId: 'u1', tenantId: 't1' }
const state = () => useConnection.getState().state
const said = () => useNotifications.getState().notifications.map(({ message }) => message)
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(async () => {
  // Loads the lazy chunk before fake timers are installed.
  await import('./socket-library.ts')
  vi.useFakeTimers()
  resetFakeNetwork()
  provider = createFakeProvider().on(websocketToken, () => ({
    success: true,
    data: { token: `ticket-${provider.requests(websocketToken).length}` },
  }))
})
afterEach(() => {
  stopRealtime()
  vi.useRealTimers()
})

describe('connecting', () => {
  it('RT-01 RT-02 CONST-17 connects 2 s after the user is there, not before, once', async () => {
    startRealtime(ana)
    startRealtime({ ...ana })
    await pass(1_999)
    expect(fakeNetwork.opened).toHaveLength(0)
    expect(state()).toBe('disconnected')
    await pass(1)
    expect(fakeNetwork.opened).toHaveLength(1)
    expect(state()).toBe('connecting')
    acceptConnection()
    expect(state()).toBe('connected')
  })

  it('RT-04 RT-05 RT-10 RT-12 CONST-18 tells who it is, tries websocket then polling, five times', async () => {
    startRealtime(ana)
    await pass(2_000)
    expect(fakeNetwork.opened[0]).toMatchObject({
      url: '/',
      options: {
        query: ana,
        transports: ['websocket', 'polling'],
        tryAllTransports: true,
        reconnectionAttempts: 5,
        reconnectionDelay: 1_000,
        reconnectionDelayMax: 5_000,
        timeout: 20_000,
      },
    })
    expect(fakeNetwork.opened[0]?.options.path).toBeUndefined()
  })

  it('RT-03 RT-04 takes a fresh token for each connection, in auth and never in the query', async () => {
    startRealtime(ana)
    await pass(2_000)
    expect(await getSentToken()).toEqual({ token: 'ticket-1' })
    expect(await getSentToken()).toEqual({ token: 'ticket-2' })
    expect(fakeNetwork.opened[0]?.options.query).toEqual(ana)
  })

  it('RT-03 a token that cannot be fetched is asked for again after 3 s', async () => {
    provider.on(websocketToken, () => createErrorResponse(500, 'SERVER_ERROR'))
    startRealtime(ana)
    await pass(2_000)
    const got = getSentToken()
    await pass(2_999)
    expect(provider.requests(websocketToken)).toHaveLength(1)
    provider.on(websocketToken, () => ({ success: true, data: { token: 'late' } }))
    await pass(1)
    expect(await got).toEqual({ token: 'late' })
  })

  it('RT-06 CONST-17 joins the user room 500 ms after each connection, once', async () => {
    startRealtime(ana)
    await pass(2_000)
    acceptConnection()
    await pass(499)
    expect(getFakeSocket().sent).toEqual([])
    await pass(5_000)
    expect(getFakeSocket().sent).toEqual([['join_user_room', ana]])
    acceptConnection()
    await pass(500)
    expect(getFakeSocket().sent).toHaveLength(2)
  })

  it('a user who leaves takes the connection along', async () => {
    startRealtime(ana)
    await pass(2_000)
    acceptConnection()
    stopRealtime()
    expect(getFakeSocket().disconnect).toHaveBeenCalled()
    expect(state()).toBe('disconnected')
  })
})

describe('what goes wrong', () => {
  const open = async () => {
    startRealtime(ana)
    await pass(2_000)
  }

  it('TEXT-21 a refused token says so', async () => {
    await open()
    getFakeSocket().active = false
    getFakeSocket().fire('connect_error', Object.assign(new Error('x'), { data: { code: 'TOKEN_INVALID' } }))
    expect(said()).toEqual([REALTIME_TEXTS.authRejected])
    expect(REALTIME_TEXTS.authRejected).toBe('Erro de autenticação - faça login novamente')
  })

  it('TEXT-22 another connection error says so once per outage, and is taken back when it stands', async () => {
    await open()
    getFakeSocket().fire('connect_error', new Error('websocket error'))
    getFakeSocket().fire('connect_error', new Error('websocket error'))
    expect(said()).toEqual(['Erro na conexão em tempo real'])
    acceptConnection()
    expect(said()).toEqual([])
    getFakeSocket().fire('connect_error', new Error('websocket error'))
    expect(said()).toEqual(['Erro na conexão em tempo real'])
  })

  it('G23 an outage that outlasts the attempts is over when the server is back, without anybody’s doing', async () => {
    await open()
    getFakeSocket().io.fire('reconnect_failed')
    resumeRealtime()
    expect(getFakeSocket().connect).toHaveBeenCalledTimes(1)
    resumeRealtime()
    expect(getFakeSocket().connect).toHaveBeenCalledTimes(1)
    getFakeSocket().io.fire('reconnect_failed')
    await pass(30_000)
    expect(getFakeSocket().connect).toHaveBeenCalledTimes(2)
    expect(said()).toEqual(['Conexão em tempo real falhou - recarregue a página'])
  })

  it('TEXT-23 G23 spent attempts say so, and the network coming back begins a new series', async () => {
    await open()
    getFakeSocket().io.fire('reconnect_failed')
    expect(said()).toEqual(['Conexão em tempo real falhou - recarregue a página'])
    expect(state()).toBe('disconnected')
    window.dispatchEvent(new Event('online'))
    expect(getFakeSocket().connect).toHaveBeenCalledTimes(1)
    expect(state()).toBe('connecting')
  })

  it('a person who asks for it connects at once, between two attempts too, and not when it stands', async () => {
    await open()
    getFakeSocket().disconnect.mockReturnValue(getFakeSocket())
    reconnectNow()
    expect(getFakeSocket().connect).toHaveBeenCalledTimes(1)
    getFakeSocket().io.fire('reconnect_failed')
    reconnectNow()
    expect(getFakeSocket().connect).toHaveBeenCalledTimes(2)
    expect(state()).toBe('connecting')
    acceptConnection()
    reconnectNow()
    expect(getFakeSocket().connect).toHaveBeenCalledTimes(2)
  })

  it('TEXT-24 an error on a standing connection says so', async () => {
    await open()
    getFakeSocket().io.fire('error', new Error('x'))
    expect(said()).toEqual([])
    acceptConnection()
    getFakeSocket().io.fire('error', new Error('x'))
    expect(said()).toEqual(['Erro na conexão WebSocket'])
  })

  it('TEXT-25 an exception while setting up says so', async () => {
    fakeNetwork.shouldFailToOpen = true
    await open()
    expect(said()).toEqual(['Erro ao configurar conexão WebSocket'])
    expect(state()).toBe('disconnected')
  })

  it('comes back by itself after the server closed the socket', async () => {
    await open()
    acceptConnection()
    getFakeSocket().active = false
    getFakeSocket().fire('disconnect', 'io server disconnect')
    await pass(1_000)
    expect(getFakeSocket().connect).toHaveBeenCalledTimes(1)
  })
})

describe('speaking and hearing', () => {
  it('MSG-19 says nothing while there is no connection', async () => {
    startRealtime(ana)
    await pass(2_000)
    emitEvent('leave_conversation', { leadId: 'l1' })
    expect(getFakeSocket().sent).toEqual([])
    acceptConnection()
    emitEvent('leave_conversation', { leadId: 'l1' })
    expect(getFakeSocket().sent).toEqual([['leave_conversation', { leadId: 'l1' }]])
    const heard = vi.fn()
    emitWithAck('join_conversation', { leadId: 'l1', userId: 'u1', tenantId: 't1' }, 1_000, heard)
    expect(heard).toHaveBeenCalledTimes(1)
  })

  it('hears events of the contract only, and only in their shape', async () => {
    const heard = vi.fn()
    const stop = onServerEvent('lead_updated', heard)
    startRealtime(ana)
    await pass(2_000)
    getFakeSocket().simulateEvent('lead_updated', { leadId: 'l1' })
    getFakeSocket().simulateEvent('lead_updated', { leadId: 7 })
    getFakeSocket().simulateEvent('lead_updated', undefined)
    getFakeSocket().simulateEvent('toString', { leadId: 'l1' })
    expect(heard.mock.calls).toEqual([[{ leadId: 'l1' }]])
    stop()
    getFakeSocket().simulateEvent('lead_updated', { leadId: 'l2' })
    expect(heard).toHaveBeenCalledTimes(1)
  })

  it('tells of each connection', async () => {
    const stands = vi.fn()
    const stop = onConnected(stands)
    startRealtime(ana)
    await pass(2_000)
    acceptConnection()
    acceptConnection()
    expect(stands).toHaveBeenCalledTimes(2)
    stop()
  })
})
