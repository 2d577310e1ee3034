import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { useConnection } from '../../../shared/realtime/connection.ts'
import { reconnectNow } from '../../../shared/realtime/socket.ts'
import { ConnectionStrip } from './connection-strip.tsx'

vi.mock('../../../shared/realtime/socket.ts', () => ({ reconnectNow: vi.fn() }))

beforeEach(() => useConnection.setState(useConnection.getInitialState(), true))

it('is silent until real time was there and went away', () => {
  render(<ConnectionStrip />)
  expect(screen.getByRole('status').textContent).toBe('')
  act(() => useConnection.setState({ state: 'connected', wasConnected: true }))
  expect(screen.getByRole('status').textContent).toBe('')
  act(() => useConnection.setState({ state: 'connecting' }))
  expect(screen.getByRole('status').textContent).toContain('Reconectando…')
})

it("after it was given up, says what keeps working, and 'Reconectar agora' tries again", async () => {
  useConnection.setState({ state: 'disconnected', hasGivenUp: true })
  render(<ConnectionStrip />)
  expect(screen.getByRole('status').textContent).toContain('Sem tempo real. A lista se atualiza a cada 30 segundos.')
  await userEvent.click(screen.getByRole('button', { name: 'Reconectar agora' }))
  expect(reconnectNow).toHaveBeenCalledOnce()
})
