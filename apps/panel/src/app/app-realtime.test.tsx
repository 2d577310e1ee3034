import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { unbindRealtimeFromSession } from '../shared/realtime/bind-realtime-to-session.ts'
import * as socket from '../shared/realtime/socket.ts'
import { useSession } from '../shared/session/session.ts'
import { createPanelProvider, renderPanel } from '../testing/render-panel.tsx'
import { setSignedInUser } from '../testing/session.ts'

beforeEach(() => {
  createPanelProvider()
  vi.spyOn(socket, 'startRealtime').mockImplementation(() => {})
})
afterEach(() => unbindRealtimeFromSession())

it.each(['/agents', '/user/settings'])('RT-02 %s has real time', async (path) => {
  const { id, tenant } = setSignedInUser()
  renderPanel(path)
  await waitFor(() => expect(socket.startRealtime).toHaveBeenCalledWith({ userId: id, tenantId: tenant.id }), { timeout: 8_000 })
})

it.each([
  ['/login', 'Acessar o painel'],
  ['/onboarding/error', 'Algo Deu Errado'],
])('%s, where nobody is signed in, has none', async (path, title) => {
  useSession.setState({ isInitialized: true })
  renderPanel(path)
  await screen.findByRole('heading', { name: title })
  expect(socket.startRealtime).not.toHaveBeenCalled()
})
