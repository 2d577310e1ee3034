import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stopFollowing } from '../../shared/realtime/follow-session.ts'
import * as socket from '../../shared/realtime/socket.ts'
import { useSession } from '../../shared/session/session.ts'
import { furnishedProvider, openPanel } from '../../testing/panel.tsx'
import { signedIn } from '../../testing/session.ts'

beforeEach(() => {
  furnishedProvider()
  vi.spyOn(socket, 'startRealtime').mockImplementation(() => {})
})
afterEach(() => stopFollowing())

it.each(['/agents', '/user/settings'])('RT-02 %s has real time', async (path) => {
  const { id, tenant } = signedIn()
  openPanel(path)
  await waitFor(() => expect(socket.startRealtime).toHaveBeenCalledWith({ userId: id, tenantId: tenant.id }), { timeout: 8_000 })
})

it.each([
  ['/login', 'Acessar o painel'],
  ['/onboarding/error', 'Algo Deu Errado'],
])('%s, where nobody is signed in, has none', async (path, title) => {
  useSession.setState({ isInitialized: true })
  openPanel(path)
  await screen.findByRole('heading', { name: title })
  expect(socket.startRealtime).not.toHaveBeenCalled()
})
