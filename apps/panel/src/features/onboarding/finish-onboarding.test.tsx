import { me } from '@prosa/contract/calls/accounts/auth'
import { completeOnboarding } from '@prosa/contract/calls/accounts/onboarding'
import { act, fireEvent, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { useSession } from '../../shared/session/session.ts'
import { aUser } from '../../testing/factories.ts'
import { createErrorResponse, createRawResponse } from '../../testing/fake-provider.ts'
import {
  advanceTimers,
  createInvitationProvider,
  fillOnboardingForm,
  getShownNotifications,
  getSubmitButton,
  openOnboardingPage,
  setUpVisitorTests,
  submitOnboardingForm,
  VISITOR_PASSWORD,
} from '../../testing/onboarding-page-driver.ts'

const created = () => ({ success: true, data: { token: 'short-lived', user: aUser({ id: 'new', name: 'Nova Pessoa' }) } })

setUpVisitorTests()

describe('finishing', () => {
  it('ONB-11 ONB-12 ONB-13 ONB-15 ONB-16 ONB-17 ONB-20 TEXT-40 CALL-29 makes the account, keeps the token, and goes to the agents', async () => {
    let answer = () => {}
    const provider = createInvitationProvider()
      .on(completeOnboarding, () => new Promise((resolve) => (answer = () => resolve(created()))))
      .on(me, () => ({ success: true, data: { ...aUser({ id: 'new', name: 'Nova Pessoa' }), expiresIn: 900 } }))
    const { getCurrentPath } = await openOnboardingPage()
    await fillOnboardingForm()
    expect(getSubmitButton().textContent).toBe('Finalizar Cadastro')
    await submitOnboardingForm()
    expect(getSubmitButton().textContent).toBe('Criando Conta...')
    expect(getSubmitButton().getAttribute('aria-disabled')).toBe('true')
    await act(async () => answer())
    await advanceTimers()
    expect(provider.requests(completeOnboarding)[0]).toMatchObject({
      params: { token: 'abc.def' },
      body: { name: 'Nova Pessoa', phone: '+5511987654321', password: VISITOR_PASSWORD },
    })
    expect(provider.requests(completeOnboarding)[0]?.body).not.toHaveProperty('confirmPassword')
    expect(localStorage.getItem('auth-token')).toBe('short-lived')
    expect(provider.requests(me).map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer short-lived'])
    expect(useSession.getState()).toMatchObject({ isAuthenticated: true, user: { id: 'new' } })
    expect(getShownNotifications()).toEqual([['success', 'Bem-vindo(a)! Sua conta foi criada com sucesso.']])
    expect(screen.getByRole('heading', { name: 'Bem-vindo(a) a bordo!' })).toBe(document.activeElement)
    expect(screen.getByText('Redirecionando para seu painel...')).toBeTruthy()
    expect(getCurrentPath()).toContain('/onboarding')
    await advanceTimers(1_400)
    expect(getCurrentPath()).toContain('/onboarding')
    await advanceTimers(200)
    await vi.waitFor(() => expect(getCurrentPath()).toBe('/agents'))
  })

  it("ONB-14 G29 'Continuar' goes at once", async () => {
    createInvitationProvider()
      .on(completeOnboarding, created)
      .on(me, () => ({ success: true, data: aUser({ id: 'new' }) }))
    const { getCurrentPath } = await openOnboardingPage()
    await fillOnboardingForm()
    await submitOnboardingForm()
    fireEvent.click(await screen.findByRole('button', { name: 'Continuar' }))
    await vi.waitFor(() => expect(getCurrentPath()).toBe('/agents'))
  })

  it('ONB-17 a question that got no answer does not keep the new person out', async () => {
    createInvitationProvider()
      .on(completeOnboarding, created)
      .on(me, () => createRawResponse(500, ''))
    const { getCurrentPath } = await openOnboardingPage()
    await fillOnboardingForm()
    await submitOnboardingForm()
    fireEvent.click(await screen.findByRole('button', { name: 'Continuar' }))
    await vi.waitFor(() => expect(getCurrentPath()).toBe('/agents'))
    expect(useSession.getState().user?.id).toBe('new')
  })

  it('HTTP-07 a provider whose answer opens no session leads to its login', async () => {
    createInvitationProvider()
      .on(completeOnboarding, created)
      .on(me, () => createErrorResponse(401, 'TOKEN_INVALID'))
    const { getCurrentPath } = await openOnboardingPage()
    await fillOnboardingForm()
    await submitOnboardingForm()
    fireEvent.click(await screen.findByRole('button', { name: 'Continuar' }))
    await vi.waitFor(() => expect(getCurrentPath()).toBe('/login?next=%2Fagents'))
    expect(useSession.getState().isAuthenticated).toBe(false)
  })

  it('ONB-19 ONB-20 a link used up meanwhile leads to its page', async () => {
    createInvitationProvider().on(completeOnboarding, () =>
      createErrorResponse(410, 'INVALID_INPUT', { message: 'Este convite já foi utilizado.' }),
    )
    const { getCurrentPath } = await openOnboardingPage()
    await fillOnboardingForm()
    await submitOnboardingForm()
    await vi.waitFor(() => expect(getCurrentPath()).toBe('/onboarding/error?reason=used_token'))
    expect(localStorage.getItem('auth-token')).toBeNull()
  })

  it('TEXT-33 ERR-09 another failure stays on the form, in its own text or the server’s', async () => {
    let answer = () => createRawResponse(500, '')
    createInvitationProvider().on(completeOnboarding, () => answer())
    await openOnboardingPage()
    await fillOnboardingForm()
    await submitOnboardingForm()
    expect(screen.getByRole('alert').textContent).toBe('Failed to complete onboarding')
    answer = () => createRawResponse(429, '')
    await submitOnboardingForm()
    expect(screen.getByRole('alert').textContent).toBe('Muitas requisições. Aguarde alguns minutos')
    expect(getSubmitButton().disabled).toBe(false)
  })
})
