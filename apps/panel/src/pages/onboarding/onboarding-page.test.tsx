import { completeOnboarding, validateInvitation } from '@prosa/contract/calls/accounts/onboarding'
import { act, fireEvent, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { createErrorResponse, createRawResponse } from '../../testing/fake-provider.ts'
import {
  advanceTimers,
  CONFIRM_PASSWORD_LABEL,
  createInvitationProvider,
  createInvitationResponse,
  fillField,
  fillOnboardingForm,
  getField,
  getShownNotifications,
  openOnboardingPage,
  PASSWORD_LABEL,
  setUpVisitorTests,
  submitOnboardingForm,
  VISITOR_PASSWORD,
} from '../../testing/onboarding-page-driver.ts'
import { createPanelProvider } from '../../testing/render-panel.tsx'

const PASSWORD_RULE = /A senha deve ter entre 8 e 128 caracteres/

setUpVisitorTests()

describe('reading the link', () => {
  it('ONB-01 ONB-03 ONB-04 ONB-05 ONB-20 ROUTE-03 CALL-28 HTTP-07 shows a skeleton, then whom the invitation is for and until when', async () => {
    let answer = () => {}
    const provider = createPanelProvider().on(
      validateInvitation,
      () => new Promise((resolve) => (answer = () => resolve(createInvitationResponse()))),
    )
    await openOnboardingPage()
    expect(await screen.findByRole('status', { name: 'Validando o convite' })).toBeTruthy()
    expect(screen.queryByRole('form')).toBeNull()
    await act(async () => answer())
    expect(screen.getByRole('heading', { level: 1, name: 'Complete seu cadastro' })).toBeTruthy()
    expect(screen.getByText('nova@aurora.local')).toBeTruthy()
    expect(screen.getByText('Convite expira em').nextElementSibling?.textContent).toBe('27/11/2026 12:30')
    expect(provider.requests(validateInvitation).map(({ params }) => params.token)).toEqual(['abc.def'])
  })

  it.each([
    ['Convite inválido.', 404, 'invalid_token'],
    ['Este convite está expirado.', 410, 'invalid_token'],
    ['Este convite já foi utilizado.', 410, 'used_token'],
  ])('ONB-19 G14 %s leads to its page', async (message, status, reason) => {
    createPanelProvider().on(validateInvitation, () => createErrorResponse(status, 'INVALID_INPUT', { message }))
    const { getCurrentPath } = await openOnboardingPage()
    await vi.waitFor(() => expect(getCurrentPath()).toBe(`/onboarding/error?reason=${reason}`))
  })

  it('ONB-02 TEXT-33 any other failure shows the card, and can be tried again', async () => {
    let works = false
    createPanelProvider().on(validateInvitation, () => (works ? createInvitationResponse() : createRawResponse(500, '')))
    await openOnboardingPage()
    expect(screen.getByRole('heading', { name: 'Convite Inválido' })).toBeTruthy()
    expect(screen.getByText('Failed to validate token')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Ir para Login' }).getAttribute('href')).toBe('/login')
    works = true
    fireEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
    await advanceTimers()
    expect(screen.getByRole('heading', { name: 'Complete seu cadastro' })).toBeTruthy()
  })

  it('ONB-02 ERR-10 ERR-16 no connection and a tenant that is off are said as such', async () => {
    createPanelProvider().on(validateInvitation, () => createErrorResponse(403, 'TENANT_INACTIVE', { message: 'off' }))
    const { unmount } = await openOnboardingPage()
    expect(screen.getByText('Sua organização está inativa. Entre em contato com o suporte.')).toBeTruthy()
    unmount()
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await openOnboardingPage()
    expect(screen.getByText('Erro de conexão. Verifique sua internet e tente novamente.')).toBeTruthy()
  })

  it.each(['/onboarding', '/onboarding?token='])('ONB-18 TEXT-38 %s says that the token is missing', async (address) => {
    createPanelProvider()
    const { getCurrentPath } = await openOnboardingPage(address)
    expect(getCurrentPath()).toBe('/onboarding/error?reason=missing_token')
    expect(getShownNotifications()).toEqual([['error', 'Nenhum token de convite fornecido']])
  })

  it('a token of digits is a token', async () => {
    const provider = createInvitationProvider()
    await openOnboardingPage('/onboarding?token=123456')
    expect(provider.requests(validateInvitation)[0]?.params.token).toBe('123456')
  })
})

describe('the form', () => {
  it('ONB-06 ONB-07 ONB-08 ONB-09 ONB-10 PHONE-02 PWD-06 has its fields, each password with its own toggle', async () => {
    createInvitationProvider()
    await openOnboardingPage()
    for (const label of ['Nome Completo *', 'Senha *', 'Confirmar Senha *']) {
      expect(screen.getAllByText((_text, element) => element?.tagName === 'LABEL' && element.textContent === label)).toHaveLength(
        1,
      )
    }
    expect(screen.getByLabelText<HTMLSelectElement>('País do telefone').value).toBe('BR')
    expect(getField(/^Telefone/).getAttribute('aria-required')).not.toBe('true')
    const [first] = screen.getAllByRole('button', { name: 'Show password' })
    if (first) fireEvent.click(first)
    expect([getField(PASSWORD_LABEL).type, getField(CONFIRM_PASSWORD_LABEL).type]).toEqual(['text', 'password'])
  })

  it.each([
    ['A', 'Name must be at least 2 characters'],
    ['a'.repeat(101), 'Name must be at most 100 characters'],
    ['Ana 2', 'Name can only contain letters, spaces, hyphens and apostrophes'],
  ])('ONB-06 NAME-01 NAME-02 NAME-03 G29 refuses the name %s', async (name, message) => {
    const provider = createInvitationProvider()
    await openOnboardingPage()
    await fillOnboardingForm({ name })
    await submitOnboardingForm()
    expect(screen.getByText(message)).toBeTruthy()
    expect(provider.requests(completeOnboarding)).toHaveLength(0)
  })

  it('ONB-08 ONB-09 PWD-07 PWD-08 PHONE-15 refuses a weak password, a different repetition and a phone that is none', async () => {
    const provider = createInvitationProvider()
    await openOnboardingPage()
    await fillOnboardingForm({ password: 'fraca', again: 'outra', phone: '119' })
    await submitOnboardingForm()
    expect(screen.getByText(PASSWORD_RULE)).toBeTruthy()
    expect(screen.getByText("Passwords don't match")).toBeTruthy()
    expect(screen.getByText('Telefone inválido.')).toBeTruthy()
    expect(provider.requests(completeOnboarding)).toHaveLength(0)
    fillField(CONFIRM_PASSWORD_LABEL, 'fraca')
    await advanceTimers()
    expect(screen.queryByText("Passwords don't match")).toBeNull()
    fillField(PASSWORD_LABEL, VISITOR_PASSWORD)
    await advanceTimers()
    expect(screen.getByText("Passwords don't match")).toBeTruthy()
  })

  it('G10 where the provider says that it knows no phone, one is asked for before anything is sent', async () => {
    const told = createInvitationResponse()
    const user = { ...told.data.user, phone: null }
    const provider = createPanelProvider().on(validateInvitation, () => ({ ...told, data: { ...told.data, user } }))
    await openOnboardingPage()
    expect(getField(/^Telefone/).getAttribute('aria-required')).toBe('true')
    fireEvent.blur(getField(/^Telefone/))
    expect(await screen.findByText('Telefone é obrigatório.')).toBeTruthy()
    await fillOnboardingForm({ phone: '' })
    await submitOnboardingForm()
    expect(provider.requests(completeOnboarding)).toEqual([])
    expect(document.activeElement).toBe(getField(/^Telefone/))
  })

  it('G10 an empty phone is sent as none, and what the server says of it stands under the field', async () => {
    const provider = createInvitationProvider().on(completeOnboarding, () =>
      createErrorResponse(400, 'VALIDATION_ERROR', {
        message: 'Dados inválidos.',
        fieldErrors: { phone: 'Telefone é obrigatório.' },
      }),
    )
    const { getCurrentPath } = await openOnboardingPage()
    await fillOnboardingForm({ phone: '' })
    await submitOnboardingForm()
    expect(provider.requests(completeOnboarding)[0]?.body).toEqual({ name: 'Nova Pessoa', password: VISITOR_PASSWORD })
    const described =
      getField(/^Telefone/)
        .getAttribute('aria-describedby')
        ?.split(' ')[0] ?? ''
    expect(document.getElementById(described)?.textContent).toBe('Telefone é obrigatório.')
    expect(document.activeElement).toBe(getField(/^Telefone/))
    expect(getCurrentPath()).toContain('/onboarding?token=')
  })
})
