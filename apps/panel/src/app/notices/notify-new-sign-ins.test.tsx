import { endSession, logout } from '@prosa/contract/calls/accounts/auth'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { resetNotifications } from '../../shared/notifications/notifications.ts'
import { unbindRealtimeFromSession } from '../../shared/realtime/bind-realtime-to-session.ts'
import * as socket from '../../shared/realtime/socket.ts'
import { signOut } from '../../shared/session/session.ts'
import { createErrorResponse } from '../../testing/fake-provider.ts'
import { createPanelProvider, renderPanel } from '../../testing/render-panel.tsx'
import { setSignedInUser } from '../../testing/session.ts'

const ACCESS = { sessionId: 'there', device: 'Chrome no Windows', ip: '203.0.113.9', at: '2026-11-20T12:00:00.000Z' }
const TOLD = 'Novo acesso à sua conta: Chrome no Windows, 203.0.113.9. Não foi você?'

let hear: (told: typeof ACCESS) => void = () => {}

beforeEach(() => {
  vi.spyOn(socket, 'startRealtime').mockImplementation(() => {})
  const listen = socket.onServerEvent
  vi.spyOn(socket, 'onServerEvent').mockImplementation((name, listener) => {
    if (name === 'session_new') hear = listener
    return listen(name, listener)
  })
})
afterEach(() => {
  unbindRealtimeFromSession()
  resetNotifications()
})

async function told() {
  setSignedInUser()
  const provider = createPanelProvider().on(logout, () => ({ success: true }))
  renderPanel('/user/settings')
  await waitFor(() => expect(vi.mocked(socket.onServerEvent)).toHaveBeenCalledWith('session_new', expect.anything()))
  act(() => hear(ACCESS))
  await screen.findByText(TOLD)
  return provider
}

it('TRUST-15 a new access is told in the open tab, and ended at a touch', async () => {
  const provider = await told()
  provider.on(endSession, () => ({ success: true }))
  await userEvent.click(screen.getByRole('button', { name: 'Encerrar' }))
  await screen.findByText('Acesso encerrado')
  expect(provider.requests(endSession).map(({ params }) => params.id)).toEqual(['there'])
  expect(screen.queryByText(TOLD)).toBeNull()
})

it('TRUST-15 one’s own access is dismissed and nothing is ended', async () => {
  const provider = await told()
  await userEvent.click(screen.getByRole('button', { name: 'Fechar notificação' }))
  await waitFor(() => expect(screen.queryByText(TOLD)).toBeNull())
  expect(provider.requests(endSession)).toEqual([])
})

it('TRUST-15 what was told goes with the session that was told', async () => {
  await told()
  await act(() => signOut())
  await waitFor(() => expect(screen.queryByText(TOLD)).toBeNull())
})

it('TRUST-15 an access that another tab has ended is over here too', async () => {
  const provider = await told()
  provider.on(endSession, () => createErrorResponse(404, 'UNKNOWN_ERROR'))
  await userEvent.click(screen.getByRole('button', { name: 'Encerrar' }))
  expect(await screen.findByText('Acesso encerrado')).toBeTruthy()
})
