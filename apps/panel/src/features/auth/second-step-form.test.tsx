import { login, logout } from '@prosa/contract/calls/accounts/auth'
import { completeSecondStep, passkeyOptions, secondStepMethods } from '@prosa/contract/calls/accounts/second-step'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useNotifications } from '../../shared/notifications/notifications.ts'
import { signOut, useSession } from '../../shared/session/session.ts'
import { aUser } from '../../testing/factories.ts'
import { createErrorResponse } from '../../testing/fake-provider.ts'
import { createPanelProvider, renderPanel } from '../../testing/render-panel.tsx'

const opened = () => ({ success: true, data: { user: aUser(), accessToken: 'a', refreshToken: 'r', expiresIn: 900 } })
const ways = (...methods: ('totp' | 'passkey' | 'recovery')[]) => ({ success: true, data: { methods, passkey: null } })
const code = () => screen.findByLabelText<HTMLInputElement>(/Código do seu aplicativo/)

beforeEach(() => useSession.setState({ isInitialized: true }))
afterEach(async () => {
  document.head.querySelector('meta[name=capabilities]')?.remove()
  await act(() => signOut())
})

/** Signs in with the password of an account that has a second factor. */
async function halfway(provider = createPanelProvider()) {
  provider
    .on(login, () => createErrorResponse(401, 'SECOND_STEP_REQUIRED'))
    .on(secondStepMethods, () => ways('totp', 'recovery'))
    .on(logout, () => ({ success: true }))
  const panel = renderPanel('/login')
  fireEvent.change(await screen.findByLabelText(/^Telefone/), { target: { value: '11987654321' } })
  fireEvent.change(screen.getByPlaceholderText('Senha'), { target: { value: 'x' } })
  fireEvent.click(screen.getByLabelText('Manter conectado'))
  fireEvent.click(screen.getByRole('button', { name: 'Acessar' }))
  await code()
  return { ...panel, provider }
}

describe('the second step of a sign-in', () => {
  it('TRUST-11 LOGIN-16 takes the place of the form, without a word of failure and without a renewal', async () => {
    const { provider } = await halfway()
    expect(screen.queryByRole('form', { name: 'Acessar' })).toBeNull()
    expect(useNotifications.getState().notifications).toEqual([])
    expect(useSession.getState().error).toBeNull()
    expect(provider.requests(login)[0]?.body).toEqual({ phone: '+5511987654321', password: 'x' })
    expect((await code()).autocomplete).toBe('one-time-code')
    expect(document.activeElement).toBe(await code())
    for (const name of ['Usar código de recuperação', 'Confiar neste aparelho por 30 dias', 'Voltar'])
      expect(screen.getByText(name)).toBeTruthy()
  })

  it('TRUST-11 a wrong code stands under its field, and a right one opens the session', async () => {
    const { provider, getCurrentPath } = await halfway()
    provider.on(completeSecondStep, ({ body }) =>
      body.code === '123456'
        ? opened()
        : createErrorResponse(400, 'VALIDATION_ERROR', { fieldErrors: { code: 'Código incorreto.' } }),
    )
    const confirm = () => screen.getByRole('button', { name: 'Confirmar' })
    expect((confirm() as HTMLButtonElement).disabled).toBe(true)
    fireEvent.change(await code(), { target: { value: '000000' } })
    fireEvent.click(confirm())
    await waitFor(async () => expect((await code()).getAttribute('aria-invalid')).toBe('true'))
    fireEvent.change(await code(), { target: { value: '123456' } })
    fireEvent.click(screen.getByLabelText('Confiar neste aparelho por 30 dias'))
    fireEvent.click(confirm())
    await waitFor(() => expect(getCurrentPath()).toBe('/agents'))
    expect(provider.requests(completeSecondStep)[1]?.body).toEqual({ method: 'totp', code: '123456', trust_device: true })
  })

  it('another way is one press away, and the form as it was another', async () => {
    await halfway()
    fireEvent.click(screen.getByText('Usar código de recuperação'))
    expect(screen.getByLabelText(/Código de recuperação/)).toBe(document.activeElement)
    fireEvent.click(screen.getByText('Voltar'))
    expect((await screen.findByPlaceholderText<HTMLInputElement>('Senha')).value).toBe('x')
  })
})

describe('other ways in', () => {
  it('TRUST-10 are there only where the page says that the server has them, and the browser knows passkeys', async () => {
    createPanelProvider().on(logout, () => ({ success: true }))
    const { unmount } = renderPanel('/login')
    await screen.findByLabelText(/^Telefone/)
    expect(screen.queryByText('Entrar de outro jeito')).toBeNull()
    unmount()
    document.head.insertAdjacentHTML('beforeend', '<meta name="capabilities" content="security">')
    Object.assign(window, { PublicKeyCredential: () => undefined })
    const provider = createPanelProvider()
      .on(logout, () => ({ success: true }))
      .on(passkeyOptions, () => createErrorResponse(429, 'RATE_LIMIT_EXCEEDED'))
    renderPanel('/login')
    fireEvent.click(await screen.findByText('Entrar de outro jeito'))
    fireEvent.click(screen.getByRole('button', { name: 'Entrar com chave de acesso' }))
    await waitFor(() => expect(provider.requests(passkeyOptions)).toHaveLength(1))
    Reflect.deleteProperty(window, 'PublicKeyCredential')
  })
})
