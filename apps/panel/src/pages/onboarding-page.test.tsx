import { completeOnboarding, validateInvitation } from '@prosa/contract/calls/onboarding'
import { act, fireEvent, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { failure, raw } from '../testing/fake-provider.ts'
import { furnishedProvider } from '../testing/panel.tsx'
import {
  AGAIN,
  field,
  fill,
  invitation,
  invited,
  open,
  PASSWORD,
  SECRET,
  said,
  send,
  type,
  visiting,
  wait,
} from '../testing/visitor.ts'

const PASSWORD_RULE = /A senha deve ter entre 8 e 128 caracteres/

visiting()

describe('reading the link', () => {
  it('ONB-01 ONB-03 ONB-04 ONB-05 ONB-20 ROUTE-03 CALL-28 HTTP-07 shows a skeleton, then whom the invitation is for and until when', async () => {
    let answer = () => {}
    const provider = furnishedProvider().on(
      validateInvitation,
      () => new Promise((resolve) => (answer = () => resolve(invitation()))),
    )
    await open()
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
    furnishedProvider().on(validateInvitation, () => failure(status, 'INVALID_INPUT', { message }))
    const { at } = await open()
    await vi.waitFor(() => expect(at()).toBe(`/onboarding/error?reason=${reason}`))
  })

  it('ONB-02 TEXT-33 any other failure shows the card, and can be tried again', async () => {
    let works = false
    furnishedProvider().on(validateInvitation, () => (works ? invitation() : raw(500, '')))
    await open()
    expect(screen.getByRole('heading', { name: 'Convite Inválido' })).toBeTruthy()
    expect(screen.getByText('Failed to validate token')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Ir para Login' }).getAttribute('href')).toBe('/login')
    works = true
    fireEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
    await wait()
    expect(screen.getByRole('heading', { name: 'Complete seu cadastro' })).toBeTruthy()
  })

  it('ONB-02 ERR-10 ERR-16 no connection and a tenant that is off are said as such', async () => {
    furnishedProvider().on(validateInvitation, () => failure(403, 'TENANT_INACTIVE', { message: 'off' }))
    const { unmount } = await open()
    expect(screen.getByText('Sua organização está inativa. Entre em contato com o suporte.')).toBeTruthy()
    unmount()
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    await open()
    expect(screen.getByText('Erro de conexão. Verifique sua internet e tente novamente.')).toBeTruthy()
  })

  it.each(['/onboarding', '/onboarding?token='])('ONB-18 TEXT-38 %s says that the token is missing', async (address) => {
    furnishedProvider()
    const { at } = await open(address)
    expect(at()).toBe('/onboarding/error?reason=missing_token')
    expect(said()).toEqual([['error', 'Nenhum token de convite fornecido']])
  })

  it('a token of digits is a token', async () => {
    const provider = invited()
    await open('/onboarding?token=123456')
    expect(provider.requests(validateInvitation)[0]?.params.token).toBe('123456')
  })
})

describe('the form', () => {
  it('ONB-06 ONB-07 ONB-08 ONB-09 ONB-10 PHONE-02 PWD-06 has its fields, each password with its own toggle', async () => {
    invited()
    await open()
    for (const label of ['Nome Completo *', 'Senha *', 'Confirmar Senha *']) {
      expect(screen.getAllByText((_text, element) => element?.tagName === 'LABEL' && element.textContent === label)).toHaveLength(
        1,
      )
    }
    expect(screen.getByLabelText<HTMLSelectElement>('País do telefone').value).toBe('BR')
    expect(field(/^Telefone/).getAttribute('aria-required')).not.toBe('true')
    const [first] = screen.getAllByRole('button', { name: 'Show password' })
    if (first) fireEvent.click(first)
    expect([field(SECRET).type, field(AGAIN).type]).toEqual(['text', 'password'])
  })

  it.each([
    ['A', 'Name must be at least 2 characters'],
    ['a'.repeat(101), 'Name must be at most 100 characters'],
    ['Ana 2', 'Name can only contain letters, spaces, hyphens and apostrophes'],
  ])('ONB-06 NAME-01 NAME-02 NAME-03 G29 refuses the name %s', async (name, message) => {
    const provider = invited()
    await open()
    await fill({ name })
    await send()
    expect(screen.getByText(message)).toBeTruthy()
    expect(provider.requests(completeOnboarding)).toHaveLength(0)
  })

  it('ONB-08 ONB-09 PWD-07 PWD-08 PHONE-15 refuses a weak password, a different repetition and a phone that is none', async () => {
    const provider = invited()
    await open()
    await fill({ password: 'fraca', again: 'outra', phone: '119' })
    await send()
    expect(screen.getByText(PASSWORD_RULE)).toBeTruthy()
    expect(screen.getByText("Passwords don't match")).toBeTruthy()
    expect(screen.getByText('Telefone inválido.')).toBeTruthy()
    expect(provider.requests(completeOnboarding)).toHaveLength(0)
    type(AGAIN, 'fraca')
    await wait()
    expect(screen.queryByText("Passwords don't match")).toBeNull()
    type(SECRET, PASSWORD)
    await wait()
    expect(screen.getByText("Passwords don't match")).toBeTruthy()
  })

  it('G10 where the provider says that it knows no phone, one is asked for before anything is sent', async () => {
    const told = invitation()
    const user = { ...told.data.user, phone: null }
    const provider = furnishedProvider().on(validateInvitation, () => ({ ...told, data: { ...told.data, user } }))
    await open()
    expect(field(/^Telefone/).getAttribute('aria-required')).toBe('true')
    fireEvent.blur(field(/^Telefone/))
    expect(await screen.findByText('Telefone é obrigatório.')).toBeTruthy()
    await fill({ phone: '' })
    await send()
    expect(provider.requests(completeOnboarding)).toEqual([])
    expect(document.activeElement).toBe(field(/^Telefone/))
  })

  it('G10 an empty phone is sent as none, and what the server says of it stands under the field', async () => {
    const provider = invited().on(completeOnboarding, () =>
      failure(400, 'VALIDATION_ERROR', { message: 'Dados inválidos.', fieldErrors: { phone: 'Telefone é obrigatório.' } }),
    )
    const { at } = await open()
    await fill({ phone: '' })
    await send()
    expect(provider.requests(completeOnboarding)[0]?.body).toEqual({ name: 'Nova Pessoa', password: PASSWORD })
    const described =
      field(/^Telefone/)
        .getAttribute('aria-describedby')
        ?.split(' ')[0] ?? ''
    expect(document.getElementById(described)?.textContent).toBe('Telefone é obrigatório.')
    expect(document.activeElement).toBe(field(/^Telefone/))
    expect(at()).toContain('/onboarding?token=')
  })
})
