import { me } from '@prosa/contract/calls/auth'
import { completeOnboarding, validateInvitation } from '@prosa/contract/calls/onboarding'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useNotifications } from '../../shared/notifications.ts'
import { useSession } from '../../shared/session/session.ts'
import { aUser } from '../../testing/factories.ts'
import { failure, raw } from '../../testing/fake-provider.ts'
import { furnishedProvider, openPanel } from '../../testing/panel.tsx'

const PASSWORD = 'Prosa@2027'
const PASSWORD_RULE = /A senha deve ter entre 8 e 128 caracteres/
const invitation = () => ({
  success: true,
  data: {
    user: { email: 'nova@aurora.local' },
    tenant: { name: 'Aurora Imóveis' },
    invitation: { expiresAt: '2026-11-27T15:30:00.000Z' },
  },
})
const invited = () => furnishedProvider().on(validateInvitation, invitation)
const created = () => ({ success: true, data: { token: 'short-lived', user: aUser({ id: 'new', name: 'Nova Pessoa' }) } })

const wait = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms))
const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: RegExp, value: string) => fireEvent.change(field(label), { target: { value } })
const NAME = /^Nome Completo/
const SECRET = /^Senha/
const AGAIN = /^Confirmar Senha/
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: /Finalizar Cadastro|Criando Conta/ })
const said = () => useNotifications.getState().notifications.map(({ type: kind, message }) => [kind, message])

async function open(address = '/onboarding?token=abc.def') {
  const panel = openPanel(address)
  await wait()
  await vi.waitFor(() => expect(screen.queryByText('Carregando...')).toBeNull(), { timeout: 10_000 })
  await wait()
  return panel
}
async function fill(change: { name?: string; phone?: string; password?: string; again?: string } = {}) {
  type(NAME, change.name ?? '  Nova Pessoa ')
  if (change.phone !== '') type(/^Telefone/, change.phone ?? '11987654321')
  type(SECRET, change.password ?? PASSWORD)
  type(AGAIN, change.again ?? change.password ?? PASSWORD)
  await wait()
}
async function send() {
  fireEvent.click(submit())
  await wait()
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  useSession.setState({ isInitialized: true })
})
afterEach(() => void vi.useRealTimers())

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
    expect(at()).toContain('/onboarding?token=')
  })
})

describe('finishing', () => {
  it('ONB-11 ONB-12 ONB-13 ONB-15 ONB-16 ONB-17 ONB-20 TEXT-40 CALL-29 makes the account, keeps the token, and goes to the agents', async () => {
    let answer = () => {}
    const provider = invited()
      .on(completeOnboarding, () => new Promise((resolve) => (answer = () => resolve(created()))))
      .on(me, () => ({ success: true, data: { ...aUser({ id: 'new', name: 'Nova Pessoa' }), expiresIn: 900 } }))
    const { at } = await open()
    await fill()
    expect(submit().textContent).toBe('Finalizar Cadastro')
    await send()
    expect(submit().textContent).toBe('Criando Conta...')
    expect(submit().disabled).toBe(true)
    await act(async () => answer())
    await wait()
    expect(provider.requests(completeOnboarding)[0]).toMatchObject({
      params: { token: 'abc.def' },
      body: { name: 'Nova Pessoa', phone: '+5511987654321', password: PASSWORD },
    })
    expect(provider.requests(completeOnboarding)[0]?.body).not.toHaveProperty('confirmPassword')
    expect(localStorage.getItem('auth-token')).toBe('short-lived')
    expect(provider.requests(me).map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer short-lived'])
    expect(useSession.getState()).toMatchObject({ isAuthenticated: true, user: { id: 'new' } })
    expect(said()).toEqual([['success', 'Bem-vindo(a)! Sua conta foi criada com sucesso.']])
    expect(screen.getByRole('heading', { name: 'Bem-vindo(a) a bordo!' })).toBe(document.activeElement)
    expect(screen.getByText('Redirecionando para seu painel...')).toBeTruthy()
    expect(at()).toContain('/onboarding')
    await wait(1_400)
    expect(at()).toContain('/onboarding')
    await wait(200)
    await vi.waitFor(() => expect(at()).toBe('/agents'))
  })

  it("ONB-14 G29 'Continuar' goes at once", async () => {
    invited()
      .on(completeOnboarding, created)
      .on(me, () => ({ success: true, data: aUser({ id: 'new' }) }))
    const { at } = await open()
    await fill()
    await send()
    fireEvent.click(await screen.findByRole('button', { name: 'Continuar' }))
    await vi.waitFor(() => expect(at()).toBe('/agents'))
  })

  it('HTTP-07 a provider whose answer opens no session leads to its login', async () => {
    invited()
      .on(completeOnboarding, created)
      .on(me, () => failure(401, 'TOKEN_INVALID'))
    const { at } = await open()
    await fill()
    await send()
    fireEvent.click(await screen.findByRole('button', { name: 'Continuar' }))
    await vi.waitFor(() => expect(at()).toBe('/login?next=%2Fagents'))
    expect(useSession.getState().isAuthenticated).toBe(false)
  })

  it('ONB-19 ONB-20 a link used up meanwhile leads to its page', async () => {
    invited().on(completeOnboarding, () => failure(410, 'INVALID_INPUT', { message: 'Este convite já foi utilizado.' }))
    const { at } = await open()
    await fill()
    await send()
    await vi.waitFor(() => expect(at()).toBe('/onboarding/error?reason=used_token'))
    expect(localStorage.getItem('auth-token')).toBeNull()
  })

  it('TEXT-33 ERR-09 another failure stays on the form, in its own text or the server’s', async () => {
    let answer = () => raw(500, '')
    invited().on(completeOnboarding, () => answer())
    await open()
    await fill()
    await send()
    expect(screen.getByRole('alert').textContent).toBe('Failed to complete onboarding')
    answer = () => raw(429, '')
    await send()
    expect(screen.getByRole('alert').textContent).toBe('Muitas requisições. Aguarde alguns minutos')
    expect(submit().disabled).toBe(false)
  })
})
