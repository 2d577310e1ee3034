import {
  calendarAuthStatus,
  calendarAuthUrl,
  calendarCallback,
  calendarRevoke,
} from '@prosa/contract/calls/organisation/calendar'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useNotifications } from '../../shared/notifications/notifications.ts'
import { createErrorResponse, createFakeProvider, createRawResponse } from '../../testing/fake-provider.ts'
import { renderWithRouter } from '../../testing/render-with-router.tsx'
import { CalendarCard } from './calendar-card.tsx'
import { CALENDAR_CALLBACK_CHANNEL, createCallbackMessage } from './callback-message.ts'

const URL_AT_GOOGLE = 'https://accounts.google.test/o/oauth2?client_id=x&state=st-1'

/** Fake of a popup, with the properties that its opener can access. */
function fakePopup() {
  const popup = { closed: false, location: { href: '' }, close: () => void (popup.closed = true) }
  const open = vi.fn<(...given: unknown[]) => typeof popup | null>(() => popup)
  vi.stubGlobal('open', open)
  return { popup, open }
}

const provider = () =>
  createFakeProvider()
    .on(calendarAuthStatus, () => ({ isAuthorized: false, email: null }))
    .on(calendarAuthUrl, () => ({ url: URL_AT_GOOGLE }))
    .on(calendarCallback, () => ({ email: 'ana@aurora.test', data: { email: 'ana@aurora.test' } }))

const post = (search: string, { origin = location.origin, source }: { origin?: string; source: unknown }) =>
  act(async () => {
    const event = new MessageEvent('message', { origin, data: createCallbackMessage(search) })
    Object.defineProperty(event, 'source', { value: source })
    window.dispatchEvent(event)
  })

const said = () =>
  useNotifications.getState().notifications.map(({ type, title, message }) => (message ? [type, title, message] : [type, title]))
const show = () => renderWithRouter(<CalendarCard />)
const authorizeButton = () => screen.findByRole('button', { name: 'Autorizar Google Calendar' })
const begin = async () => {
  await show()
  await userEvent.click(await authorizeButton())
}

beforeEach(() => vi.stubGlobal('close', () => {}))

describe('authorizing', () => {
  it('CAL-02 CALL-35 CAL-05 CALL-36 CAL-01 SETTINGS-05 TEXT-41 leads from a popup of 500x600 to the connected account', async () => {
    const server = provider()
    const { popup, open } = fakePopup()
    await begin()
    await waitFor(() => expect(popup.location.href).toBe(URL_AT_GOOGLE))
    expect(open.mock.calls[0]?.[2]).toMatch(/width=500,height=600/)
    expect(screen.getByRole('button', { name: 'Aguardando autorização...' })).toBeTruthy()
    await post('?code=c-1&state=st-1', { source: popup })
    expect(await screen.findByText('ana@aurora.test')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Remover autorização' })).toBeTruthy()
    expect(server.requests(calendarCallback).map(({ query }) => query)).toEqual([{ code: 'c-1', state: 'st-1' }])
    expect(said()).toEqual([['success', 'Google Calendar autorizado com sucesso.']])
    expect(popup.closed).toBe(true)
  })

  it('CAL-04 CAL-03 hears the popup by the channel when it was cut off and reads as closed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    provider()
    const { popup } = fakePopup()
    await begin()
    await waitFor(() => expect(popup.location.href).toBe(URL_AT_GOOGLE))
    popup.closed = true
    await act(() => vi.advanceTimersByTimeAsync(1_500))
    expect(said()).toEqual([])
    const channel = new BroadcastChannel(CALENDAR_CALLBACK_CHANNEL)
    const broadcast = channel.postMessage.bind(channel)
    broadcast(createCallbackMessage('?code=c-2&state=st-1'))
    expect(await screen.findByText('ana@aurora.test')).toBeTruthy()
    channel.close()
    vi.useRealTimers()
  })

  it.each([
    ['another origin', { origin: 'https://evil.test' }, '?code=evil&state=st-1'],
    ['another window', { source: {} }, '?code=evil&state=st-1'],
    ['another state', {}, '?code=evil&state=other'],
  ])('CAL-04 takes no answer of %s', async (_who, change, search) => {
    const server = provider()
    const { popup } = fakePopup()
    await begin()
    await waitFor(() => expect(popup.location.href).toBe(URL_AT_GOOGLE))
    await post(search, { source: popup, ...change })
    expect(server.requests(calendarCallback)).toEqual([])
    await post('?code=good&state=st-1', { source: popup })
    await screen.findByText('ana@aurora.test')
    expect(server.requests(calendarCallback).map(({ query }) => query['code'])).toEqual(['good'])
  })

  it('CAL-03 TEXT-46 a popup that is closed is a cancelled authorization, two seconds later', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    provider()
    const { popup } = fakePopup()
    await begin()
    await waitFor(() => expect(popup.location.href).toBe(URL_AT_GOOGLE))
    popup.closed = true
    await act(() => vi.advanceTimersByTimeAsync(3_100))
    expect(said()).toEqual([['warning', 'Erro ao autorizar Google Calendar', 'Authorization was cancelled']])
    expect(await authorizeButton()).toBeTruthy()
    vi.useRealTimers()
  })

  it('CAL-03 TEXT-46 it can be given up from the page', async () => {
    provider()
    const { popup } = fakePopup()
    await begin()
    await waitFor(() => expect(popup.location.href).toBe(URL_AT_GOOGLE))
    await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
    await waitFor(() => expect(said()).toEqual([['warning', 'Erro ao autorizar Google Calendar', 'Authorization was cancelled']]))
    expect(popup.closed).toBe(true)
  })

  it('TEXT-45 a blocked popup says how to allow it, and asks the server for nothing', async () => {
    const server = provider()
    const { open } = fakePopup()
    open.mockReturnValue(null)
    await begin()
    await waitFor(() =>
      expect(said()).toEqual([
        ['error', 'Erro ao autorizar Google Calendar', 'Failed to open popup window. Please allow popups for this site.'],
      ]),
    )
    expect(server.requests(calendarAuthUrl)).toEqual([])
  })

  it.each([
    ['TEXT-47', '?state=st-1', 'No authorization code received'],
    ['TEXT-48', '?error=access_denied&state=st-1', 'Authorization failed'],
  ])('%s says what came back instead of a code', async (_item, search, text) => {
    provider()
    const { popup } = fakePopup()
    await begin()
    await waitFor(() => expect(popup.location.href).toBe(URL_AT_GOOGLE))
    await post(search, { source: popup })
    await waitFor(() => expect(said()).toEqual([['error', 'Erro ao autorizar Google Calendar', text]]))
  })

  it('TEXT-43 TEXT-26 a refusal of the server says why', async () => {
    provider().on(calendarAuthUrl, () => createErrorResponse(503, 'SERVICE_UNAVAILABLE', { message: 'Sem Google por aqui.' }))
    const { popup } = fakePopup()
    await begin()
    await waitFor(() => expect(said()).toEqual([['error', 'Erro ao autorizar Google Calendar', 'Sem Google por aqui.']]))
    expect(popup.closed).toBe(true)
  })
})

describe('the card', () => {
  it('CAL-06 CALL-37 a status that cannot be had is not authorized', async () => {
    createFakeProvider().on(calendarAuthStatus, () => createRawResponse(500, ''))
    await show()
    expect(await authorizeButton()).toBeTruthy()
    expect(said()).toEqual([])
  })

  const connected = () => provider().on(calendarAuthStatus, () => ({ data: { isAuthorized: true, email: 'ana@aurora.test' } }))
  const askToRemove = async () => {
    await show()
    await userEvent.click(await screen.findByRole('button', { name: 'Remover autorização' }))
    expect(
      await screen.findByRole('alertdialog', {
        name: 'Tem certeza que deseja remover a autorização do Google Calendar?',
      }),
    ).toBeTruthy()
  }

  it('SETTINGS-02 SETTINGS-03 SETTINGS-04 Cancelar removes nothing', async () => {
    const server = connected()
    await askToRemove()
    await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(server.requests(calendarRevoke)).toEqual([])
    expect(screen.getByText('ana@aurora.test')).toBeTruthy()
  })

  it('SETTINGS-04 CALL-38 CAL-01 TEXT-42 Sim, Remover removes', async () => {
    const server = connected().on(calendarRevoke, () => ({ success: true }))
    await askToRemove()
    await userEvent.click(screen.getByRole('button', { name: 'Sim, Remover' }))
    expect(await authorizeButton()).toBeTruthy()
    expect(server.requests(calendarRevoke)).toHaveLength(1)
    expect(said()).toEqual([['success', 'Autorização removida com sucesso!']])
  })

  it('TEXT-44 a removal that fails leaves the account connected', async () => {
    connected().on(calendarRevoke, () => createRawResponse(500, ''))
    await askToRemove()
    await userEvent.click(screen.getByRole('button', { name: 'Sim, Remover' }))
    await waitFor(() => expect(said()).toEqual([['error', 'Erro ao remover autorização']]))
    expect(screen.getByText('ana@aurora.test')).toBeTruthy()
  })
})
