import { validateInvitation } from '@prosa/contract/calls/onboarding'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { useNotifications } from '../shared/notifications.ts'
import { useSession } from '../shared/session/session.ts'
import { furnishedProvider, openPanel } from './panel.tsx'

export const PASSWORD = 'Prosa@2027'
const NAME = /^Nome Completo/
const PHONE = /^Telefone/
export const SECRET = /^Senha/
export const AGAIN = /^Confirmar Senha/

/** Creates an invitation as a provider writes it that implements only docs/items.md. */
export const invitation = () => ({
  success: true,
  data: {
    user: { email: 'nova@aurora.local' },
    tenant: { name: 'Aurora Imóveis' },
    invitation: { expiresAt: '2026-11-27T15:30:00.000Z' },
  },
})
export const invited = () => furnishedProvider().on(validateInvitation, invitation)

export const wait = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms))
export const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label)
export const type = (label: RegExp, value: string) => fireEvent.change(field(label), { target: { value } })
export const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: /Finalizar Cadastro|Criando Conta/ })
export const said = () => useNotifications.getState().notifications.map(({ type: kind, title }) => [kind, title])

/** Sets up tests of a visitor without a session, with fake timers. */
export function visiting(): void {
  beforeAll(async () => void (await import('../pages/onboarding-page.tsx')), 30_000)
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    useSession.setState({ isInitialized: true })
  })
  afterEach(() => void vi.useRealTimers())
}

export async function open(address = '/onboarding?token=abc.def') {
  const panel = openPanel(address)
  await wait()
  await vi.waitFor(() => expect(document.querySelector('h1, [role=status][aria-label]')).not.toBeNull())
  await wait()
  return panel
}

export async function fill(change: { name?: string; phone?: string; password?: string; again?: string } = {}) {
  type(NAME, change.name ?? '  Nova Pessoa ')
  if (change.phone !== '') type(PHONE, change.phone ?? '11987654321')
  type(SECRET, change.password ?? PASSWORD)
  type(AGAIN, change.again ?? change.password ?? PASSWORD)
  await wait()
}

export async function send() {
  fireEvent.click(submit())
  await wait()
}
