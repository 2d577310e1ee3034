import { act, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useSession } from '../../shared/session/session.ts'
import { renderPanel } from '../../testing/render-panel.tsx'
import { CALENDAR_CALLBACK_CHANNEL, parseCallbackMessage } from './callback-message.ts'

const AT = '/google-calendar/oauth2callback'

beforeEach(() => void useSession.setState({ isInitialized: true }))

describe('the page that Google leads back to', () => {
  it.each([
    ['?code=4%2F0Ab&state=st-1', { code: '4/0Ab', state: 'st-1', error: null }],
    ['?error=access_denied&state=st-1', { code: null, state: 'st-1', error: 'access_denied' }],
    ['', { code: null, state: null, error: null }],
  ])('CAL-04 ROUTE-05 posts %s to its opener and to this origin only, then closes', async (search, expected) => {
    const posted: unknown[][] = []
    vi.stubGlobal('opener', { postMessage: (...given: unknown[]) => posted.push(given) })
    const close = vi.fn<() => void>()
    vi.stubGlobal('close', close)
    const channel = new BroadcastChannel(CALENDAR_CALLBACK_CHANNEL)
    const broadcast = new Promise((resolve) => channel.addEventListener('message', ({ data }: MessageEvent) => resolve(data)))
    renderPanel(AT + search)
    const message = { type: 'google-calendar-callback', ...expected }
    expect(await broadcast).toEqual(message)
    expect(posted).toEqual([[message, location.origin]])
    await vi.waitFor(() => expect(close).toHaveBeenCalled())
    channel.close()
  })

  it('TEXT-47 TEXT-48 says what went wrong where it cannot close itself', async () => {
    vi.stubGlobal('close', () => {})
    renderPanel(AT)
    expect(await screen.findByRole('heading', { name: 'No authorization code received' })).toBeTruthy()
    await act(async () => {})
  })
})

it.each([
  null,
  'text',
  {},
  { type: 'other', code: 'c', state: null, error: null },
  { type: 'google-calendar-callback', code: 1 },
])('CAL-04 is deaf to what other windows say: %o', (data) => {
  expect(parseCallbackMessage(data)).toBeNull()
})
