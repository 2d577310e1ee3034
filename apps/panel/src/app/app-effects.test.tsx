import { unreadCounts } from '@prosa/contract/calls/conversations/conversations'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setAlertPreferences, usePreferences } from '../shared/preferences/preferences.ts'
import { unbindRealtimeFromSession } from '../shared/realtime/bind-realtime-to-session.ts'
import * as socket from '../shared/realtime/socket.ts'
import { signOut } from '../shared/session/session.ts'
import { createPanelProvider, renderPanel } from '../testing/render-panel.tsx'
import { setSignedInUser } from '../testing/session.ts'

type Hear = Parameters<typeof socket.onServerEvent<'conversation_list_updated'>>[1]

const played: number[] = []
const shown: { title: string; options: NotificationOptions; click: () => void }[] = []
let hear: Hear = () => {}
let permission: NotificationPermission = 'granted'

class FakeAudio {
  currentTime = 0
  destination = {}
  resume = () => Promise.resolve()
  createOscillator = () => ({
    frequency: { value: 0 },
    connect: (next: unknown) => next,
    start: (at: number) => played.push(at),
    stop() {},
  })
  createGain = () => ({
    gain: { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} },
    connect: (next: unknown) => next,
  })
}

class FakeNotification {
  static get permission() {
    return permission
  }
  static requestPermission = () => Promise.resolve(permission)
  #title: string
  #options: NotificationOptions
  constructor(title: string, options: NotificationOptions) {
    this.#title = title
    this.#options = options
  }
  addEventListener(_name: string, click: () => void) {
    shown.push({ title: this.#title, options: this.#options, click })
  }
  close() {}
}

const icon = () => document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href ?? ''
const message = (change: Partial<Parameters<Hear>[0]> = {}): Parameters<Hear>[0] => ({
  leadId: 'lead-1',
  conversationId: 'conversation-1',
  lead_name: 'Marina Lopes',
  newMessage: { messageId: crypto.randomUUID(), role: 'humano', timestamp: '2026-11-20T12:00:00.000Z' },
  ...change,
})
const open = async () => {
  setSignedInUser()
  createPanelProvider().on(unreadCounts, () => ({
    success: true,
    data: { unreadCounts: [{ conversationId: 'conversation-9', unreadCount: 4 }] },
  }))
  const panel = renderPanel('/user/settings')
  await waitFor(() => expect(document.title).toBe('(1) Configurações do Usuário · Prosa'))
  return panel
}

beforeEach(() => {
  document.head.insertAdjacentHTML('beforeend', '<link rel="icon" href="/favicon.svg">')
  played.length = 0
  shown.length = 0
  permission = 'granted'
  vi.stubGlobal('AudioContext', FakeAudio)
  vi.stubGlobal('Notification', FakeNotification)
  vi.spyOn(document, 'hasFocus').mockReturnValue(false)
  vi.spyOn(socket, 'startRealtime').mockImplementation(() => {})
  const listen = socket.onServerEvent
  vi.spyOn(socket, 'onServerEvent').mockImplementation((name, listener) => {
    if (name === 'conversation_list_updated') hear = listener
    return listen(name, listener)
  })
})

afterEach(() => {
  unbindRealtimeFromSession()
  document.querySelector('link[rel="icon"]')?.remove()
})

it('asks the server for nothing once the session has ended', async () => {
  const provider = createPanelProvider()
  setSignedInUser()
  renderPanel('/agents')
  await screen.findByRole('heading', { name: 'Agentes' })
  await waitFor(() => expect(provider.requests(unreadCounts)).toHaveLength(1))
  await act(() => signOut())
  await screen.findByRole('heading', { name: 'Acessar o painel' })
  expect(provider.requests(unreadCounts)).toHaveLength(1)
})

describe('outside the page', () => {
  it('title and favicon count the conversations that wait, and keep to it when the page changes', async () => {
    const { history } = await open()
    expect(icon()).toMatch(/^data:image\/svg\+xml,.*%3E1%3C/)
    act(() => hear(message()))
    await waitFor(() => expect(document.title).toBe('(2) Configurações do Usuário · Prosa'))
    act(() => history.push('/agents'))
    await waitFor(() => expect(document.title).toBe('(2) Agentes · Prosa'))
    act(() => hear(message({ newMessage: null, unreadCount: 0 })))
    act(() => hear(message({ conversationId: 'conversation-9', newMessage: null, unreadCount: 0 })))
    await waitFor(() => expect(document.title).toBe('Agentes · Prosa'))
    expect(icon()).toMatch(/\/favicon\.svg$/)
  })

  it('no sound and no notification until they are chosen', async () => {
    await open()
    act(() => hear(message()))
    expect([played, shown]).toEqual([[], []])
  })

  it('chosen, they call for a lead’s message, naming who wrote and not what', async () => {
    const { getCurrentPath } = await open()
    act(() => setAlertPreferences({ sound: true, browserNotifications: true }))
    act(() => hear(message({ last_message_preview: 'segredo' })))
    expect(played).toHaveLength(2)
    expect(shown.map(({ title, options }) => [title, options.tag, options.body])).toEqual([
      ['Marina Lopes', 'conversation-1', 'Nova mensagem na Prosa'],
    ])
    act(() => hear(message({ newMessage: { messageId: 'ours', role: 'AI', timestamp: '2026-11-20T12:00:00.000Z' } })))
    expect(shown).toHaveLength(1)
    vi.stubGlobal('focus', () => {})
    expect(getCurrentPath()).toBe('/user/settings')
  })

  it('somebody who looks at the panel hears, and is not notified', async () => {
    vi.mocked(document.hasFocus).mockReturnValue(true)
    await open()
    act(() => setAlertPreferences({ sound: false, browserNotifications: true }))
    act(() => hear(message()))
    expect(shown).toEqual([])
  })
})

describe('the choice', () => {
  it('is off at first, asks the browser, and stays off where it refuses', async () => {
    await open()
    const sound = screen.getByRole<HTMLInputElement>('switch', { name: 'Som a cada mensagem de lead' })
    const notifications = screen.getByRole<HTMLInputElement>('switch', { name: 'Notificações do navegador' })
    expect([sound.checked, notifications.checked]).toEqual([false, false])
    await userEvent.click(sound)
    await userEvent.click(notifications)
    await waitFor(() => expect(usePreferences.getState()).toMatchObject({ sound: true, browserNotifications: true }))
    await userEvent.click(notifications)
    permission = 'denied'
    await userEvent.click(notifications)
    await waitFor(() => expect(notifications.disabled).toBe(true))
    expect(usePreferences.getState().browserNotifications).toBe(false)
    expect(screen.getByText(/O navegador bloqueou as notificações/)).toBeTruthy()
  })
})
