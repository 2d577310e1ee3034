import { login } from '@prosa/contract/calls/accounts/auth'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useNotifications } from '../../shared/notifications/notifications.ts'
import { useSession } from '../../shared/session/session.ts'
import { aUser } from '../../testing/factories.ts'
import { createErrorResponse } from '../../testing/fake-provider.ts'
import { createPanelProvider, renderPanel } from '../../testing/render-panel.tsx'

const phone = () => screen.getByLabelText<HTMLInputElement>(/^Telefone/)
const password = () => screen.getByPlaceholderText<HTMLInputElement>('Senha')
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Acessa/ })
const type = (input: HTMLInputElement, value: string) => fireEvent.change(input, { target: { value } })
const fill = () => {
  type(phone(), '11987654321')
  type(password(), 'x')
}
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const opened = () => ({ success: true, data: { user: aUser(), accessToken: 'a', refreshToken: 'r', expiresIn: 900 } })

async function openLogin(address = '/login') {
  const panel = renderPanel('/agents', address)
  await wait(0)
  return panel
}

beforeEach(async () => {
  useSession.setState({ isInitialized: true })
  // Loads the page's code before fake timers are installed.
  createPanelProvider()
  renderPanel('/login')
  await screen.findByText('Acessar o painel')
  cleanup()
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

describe('the login screen', () => {
  it('LOGIN-04 shows a spinner for 300 ms first', async () => {
    createPanelProvider()
    await openLogin()
    await wait(299)
    expect(screen.queryByRole('form')).toBeNull()
    expect(screen.getByRole('status').textContent).toBe('Carregando...')
    await wait(1)
    expect(screen.getByRole('form')).toBeTruthy()
  })

  it('LOGIN-02 LOGIN-03 LOGIN-08 LOGIN-15 LOGIN-17 asks for phone and password, and waits for both', async () => {
    createPanelProvider()
    await openLogin()
    await wait(300)
    expect(submit().textContent).toBe('Acessar')
    expect(submit().disabled).toBe(true)
    expect(screen.getByLabelText<HTMLInputElement>('Manter conectado').checked).toBe(false)
    type(phone(), '11987654321')
    expect(submit().disabled).toBe(true)
    type(password(), 'x')
    expect(submit().disabled).toBe(false)
    type(password(), '')
    expect(submit().disabled).toBe(true)
  })

  it('LOGIN-09 LOGIN-10 LOGIN-11 LOGIN-12 says what is wrong while typing', async () => {
    createPanelProvider()
    await openLogin()
    await wait(300)
    expect(screen.queryByText('Telefone é obrigatório.')).toBeNull()
    type(phone(), '119')
    expect(screen.getByText('Telefone inválido.')).toBeTruthy()
    type(phone(), '')
    expect(screen.getByText('Telefone é obrigatório.')).toBeTruthy()
    type(password(), 'a')
    type(password(), '')
    expect(screen.getByText('A senha é obrigatória.')).toBeTruthy()
    expect(submit().disabled).toBe(true)
  })

  it('LOGIN-12 refuses a pasted phone with too many digits', async () => {
    createPanelProvider()
    await openLogin()
    await wait(300)
    fireEvent.paste(phone(), { clipboardData: { getData: () => '+55 11 98888-1111 2' } })
    expect(phone().value).toBe('119888811112')
    expect(screen.getByText('Telefone inválido.')).toBeTruthy()
    expect(submit().disabled).toBe(true)
  })

  it('LOGIN-03 LOGIN-06 LOGIN-16 signs in and, 500 ms later, takes the place of the login page', async () => {
    let answer = () => {}
    const provider = createPanelProvider().on(login, () => new Promise((resolve) => (answer = () => resolve(opened()))))
    const { getCurrentPath, history } = await openLogin('/login?next=%2Fuser%2Fsettings')
    await wait(300)
    fill()
    fireEvent.click(screen.getByLabelText('Manter conectado'))
    act(() => submit().focus())
    fireEvent.click(submit())
    fireEvent.submit(screen.getByRole('form'))
    expect(submit().textContent).toBe('Acessando...')
    expect(submit().getAttribute('aria-disabled')).toBe('true')
    expect(document.activeElement).toBe(submit())
    await wait(0)
    answer()
    await wait(0)
    expect(provider.requests(login)).toHaveLength(1)
    expect(provider.requests(login)[0]?.body).toEqual({ phone: '+5511987654321', password: 'x' })
    await wait(499)
    expect(getCurrentPath()).toMatch(/^\/login/)
    const before = history.length
    await wait(1)
    expect(getCurrentPath()).toBe('/user/settings')
    expect(history.length).toBe(before)
  })

  it('LOGIN-06 without a page to go back to leads to the agents', async () => {
    createPanelProvider().on(login, opened)
    const { getCurrentPath } = await openLogin('/login?next=%2F%2Fevil.com')
    await wait(300)
    fill()
    fireEvent.click(submit())
    await wait(500)
    expect(getCurrentPath()).toBe('/agents')
  })

  it('LOGIN-14 CONST-09 G07 a refusal is announced, stays on the form until the next edit, and toasts for 6 s', async () => {
    createPanelProvider().on(login, () => createErrorResponse(403, 'ACCOUNT_LOCKED'))
    await openLogin()
    await wait(300)
    fill()
    fireEvent.click(submit())
    await wait(0)
    const text = 'Sua conta foi bloqueada devido a muitas tentativas de login falhadas.'
    expect(screen.getByText(`Login error: ${text}`)).toBeTruthy()
    expect(useNotifications.getState().notifications).toMatchObject([
      { type: 'error', title: text, autoHide: true, duration: 6_000 },
    ])
    expect(useNotifications.getState().notifications[0]?.code).toBeUndefined()
    expect(submit().textContent).toBe('Acessar')
    type(password(), 'xy')
    expect(screen.queryByText(`Login error: ${text}`)).toBeNull()
  })

  it('LOGIN-14 G07 a refusal is said once: by its notice, and on the form when that has gone', async () => {
    createPanelProvider().on(login, () => createErrorResponse(403, 'ACCOUNT_LOCKED'))
    await openLogin()
    await vi.waitFor(() => expect(useNotifications.getState().hasStack).toBe(true))
    await wait(300)
    fill()
    fireEvent.click(submit())
    await wait(0)
    const seen = () => screen.getAllByText('Sua conta foi bloqueada devido a muitas tentativas de login falhadas.')
    const form = screen.getByRole('form')
    expect(seen().map((one) => form.contains(one))).toEqual([false])
    // Screen readers announce the error from the form only, not again from the notification.
    expect(screen.getAllByRole('alert').filter((one) => one.textContent?.includes('bloqueada'))).toHaveLength(1)
    await wait(6_000)
    expect(seen().map((one) => form.contains(one))).toEqual([true])
  })

  it('a refusal is taken back by the sign-in that succeeds', async () => {
    const provider = createPanelProvider().on(login, () => createErrorResponse(401, 'INVALID_CREDENTIALS'))
    await openLogin()
    await wait(300)
    fill()
    fireEvent.click(submit())
    await wait(0)
    expect(useNotifications.getState().notifications).toHaveLength(1)
    provider.on(login, opened)
    fireEvent.click(submit())
    await wait(0)
    expect(useNotifications.getState().notifications).toEqual([])
  })

  it('begins in the phone field', async () => {
    createPanelProvider()
    await openLogin()
    await wait(300)
    expect(document.activeElement).toBe(phone())
  })

  it('LOGIN-13 field errors of the server stand under their fields', async () => {
    createPanelProvider().on(login, () =>
      createErrorResponse(400, 'VALIDATION_ERROR', { fieldErrors: { phone: 'Telefone desconhecido.' } }),
    )
    await openLogin()
    await wait(300)
    fill()
    fireEvent.click(submit())
    await wait(0)
    const described = phone().getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(described)?.textContent).toBe('Telefone desconhecido.')
    expect(document.activeElement).toBe(phone())
    type(phone(), '11987654322')
    expect(screen.queryByText('Telefone desconhecido.')).toBeNull()
  })

  it('a sign-in in another tab opens this one too', async () => {
    createPanelProvider()
    const { getCurrentPath } = await openLogin()
    await wait(300)
    act(() => {
      useSession.setState({ user: aUser(), isAuthenticated: true })
    })
    await wait(500)
    expect(getCurrentPath()).toBe('/agents')
  })
})
