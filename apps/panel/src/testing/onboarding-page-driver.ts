import { validateInvitation } from '@prosa/contract/calls/accounts/onboarding'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { useNotifications } from '../shared/notifications/notifications.ts'
import { useSession } from '../shared/session/session.ts'
import { createPanelProvider, renderPanel } from './render-panel.tsx'

export const VISITOR_PASSWORD = 'Prosa@2027'
const NAME_LABEL = /^Nome Completo/
const PHONE_LABEL = /^Telefone/
export const PASSWORD_LABEL = /^Senha/
export const CONFIRM_PASSWORD_LABEL = /^Confirmar Senha/

/** Creates an invitation response of a server that implements only docs/items.md. */
export const createInvitationResponse = () => ({
  success: true,
  data: {
    user: { email: 'nova@aurora.local' },
    tenant: { name: 'Aurora Imóveis' },
    invitation: { expiresAt: '2026-11-27T15:30:00.000Z' },
  },
})
export const createInvitationProvider = () => createPanelProvider().on(validateInvitation, createInvitationResponse)

export const advanceTimers = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms))
export const getField = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label)
export const fillField = (label: RegExp, value: string) => fireEvent.change(getField(label), { target: { value } })
export const getSubmitButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /Finalizar Cadastro|Criando Conta/ })
export const getShownNotifications = () => useNotifications.getState().notifications.map(({ type: kind, title }) => [kind, title])

/** Sets up tests with fake timers and without a signed-in user. */
export function setUpVisitorTests(): void {
  beforeAll(async () => void (await import('../pages/onboarding/onboarding-page.tsx')), 30_000)
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    useSession.setState({ isInitialized: true })
  })
  afterEach(() => void vi.useRealTimers())
}

export async function openOnboardingPage(address = '/onboarding?token=abc.def') {
  const panel = renderPanel(address)
  await advanceTimers()
  await vi.waitFor(() => expect(document.querySelector('h1, [role=status][aria-label]')).not.toBeNull())
  await advanceTimers()
  return panel
}

export async function fillOnboardingForm(values: { name?: string; phone?: string; password?: string; again?: string } = {}) {
  fillField(NAME_LABEL, values.name ?? '  Nova Pessoa ')
  if (values.phone !== '') fillField(PHONE_LABEL, values.phone ?? '11987654321')
  fillField(PASSWORD_LABEL, values.password ?? VISITOR_PASSWORD)
  fillField(CONFIRM_PASSWORD_LABEL, values.again ?? values.password ?? VISITOR_PASSWORD)
  await advanceTimers()
}

export async function submitOnboardingForm() {
  fireEvent.click(getSubmitButton())
  await advanceTimers()
}
