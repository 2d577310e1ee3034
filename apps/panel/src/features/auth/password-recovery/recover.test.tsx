import { checkPasswordReset, completePasswordReset, requestPasswordReset } from '@prosa/contract/calls/accounts/password-reset'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { useNotifications } from '../../../shared/notifications/notifications.ts'
import { useSession } from '../../../shared/session/session.ts'
import { addCapabilitiesBeforeSignIn } from '../../../testing/capabilities-before-sign-in.ts'
import { createErrorResponse } from '../../../testing/fake-provider.ts'
import { createPanelProvider, renderPanel } from '../../../testing/render-panel.tsx'

const TOKEN = 'abc.def'
const GOOD = { success: true, data: { organisation: 'Aurora Imóveis', expires_at: '2026-11-23T12:00:00.000Z' } }
const titles = () => useNotifications.getState().notifications.map(({ title }) => title)
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { value } })

beforeEach(() => {
  useSession.setState({ isInitialized: true })
  addCapabilitiesBeforeSignIn('organisation', 'security')
})

describe('asking for a link', () => {
  it.each([
    [true, 'Se houver uma conta, enviamos um link que vale 30 minutos.'],
    [false, 'Peça um link a quem gerencia a sua organização. Avisamos que você pediu.'],
  ])('TRUST-02 says the same whoever is asked for (mail: %s)', async (mail, said) => {
    const provider = createPanelProvider().on(requestPasswordReset, () => ({ success: true, data: { mail } }))
    renderPanel('/recuperar-senha')
    fireEvent.change(await screen.findByLabelText(/Telefone ou e-mail/), { target: { value: '(11) 98765-4321' } })
    fireEvent.click(screen.getByRole('button', { name: 'Enviar link' }))
    expect(await screen.findByText(said)).toBeTruthy()
    expect(provider.requests(requestPasswordReset)[0]?.body).toEqual({ account: '+5511987654321' })
    expect(screen.getByRole('link', { name: 'Voltar para a entrada' }).getAttribute('href')).toBe('/login')
  })

  it('names what is no account before it asks, and what went wrong after', async () => {
    const provider = createPanelProvider().on(requestPasswordReset, () => createErrorResponse(503, 'SERVICE_UNAVAILABLE'))
    renderPanel('/recuperar-senha')
    fireEvent.change(await screen.findByLabelText(/Telefone ou e-mail/), { target: { value: 'ana' } })
    fireEvent.click(screen.getByRole('button', { name: 'Enviar link' }))
    expect(await screen.findByText('Digite um telefone com DDD ou um e-mail.')).toBeTruthy()
    expect(provider.requests(requestPasswordReset)).toEqual([])
    fireEvent.change(screen.getByLabelText(/Telefone ou e-mail/), { target: { value: 'ana@aurora.com' } })
    fireEvent.click(screen.getByRole('button', { name: 'Enviar link' }))
    await waitFor(() => expect(screen.getByRole('alert').textContent).not.toBe(''))
    expect(screen.getByLabelText<HTMLInputElement>(/Telefone ou e-mail/).value).toBe('ana@aurora.com')
  })
})

describe('a link to a new password', () => {
  it('TRUST-03 leaves the address bar at once, is looked at without being used up, and leads to the sign-in', async () => {
    const provider = createPanelProvider()
      .on(checkPasswordReset, () => GOOD)
      .on(completePasswordReset, () => ({ success: true }))
    const { getCurrentPath } = renderPanel(`/recuperar-senha#t=${TOKEN}`)
    expect(await screen.findByRole('heading', { name: 'Nova senha' })).toBeTruthy()
    expect(getCurrentPath()).toBe('/recuperar-senha')
    type(/^Nova senha/, 'Outra@Senha9')
    type(/^Confirmar senha/, 'Outra@Senha8')
    fireEvent.click(screen.getByRole('button', { name: 'Salvar senha' }))
    expect(await screen.findByText('As senhas não são iguais.')).toBeTruthy()
    type(/^Confirmar senha/, 'Outra@Senha9')
    fireEvent.click(screen.getByRole('button', { name: 'Salvar senha' }))
    await waitFor(() => expect(getCurrentPath()).toBe('/login'))
    expect(provider.requests(completePasswordReset)[0]?.body).toEqual({ token: TOKEN, newPassword: 'Outra@Senha9' })
    expect(titles()).toEqual(['Senha alterada. Entre com a nova senha.'])
  })

  it.each(['Link inválido.', 'Este link expirou. Peça outro.', 'Este link já foi utilizado.'])(
    'that opens nothing says why, and another is one press away: %s',
    async (message) => {
      createPanelProvider().on(checkPasswordReset, () => createErrorResponse(400, 'INVALID_INPUT', { message }))
      renderPanel(`/recuperar-senha#t=${TOKEN}`)
      expect(await screen.findByText(message)).toBeTruthy()
      fireEvent.click(screen.getByRole('button', { name: 'Pedir outro link' }))
      expect(await screen.findByLabelText(/Telefone ou e-mail/)).toBeTruthy()
    },
  )

  it('that could not be looked at may be tried again', async () => {
    const provider = createPanelProvider().on(checkPasswordReset, () => createErrorResponse(503, 'SERVICE_UNAVAILABLE'))
    renderPanel(`/recuperar-senha#t=${TOKEN}`)
    const again = await screen.findByRole('button', { name: 'Tentar novamente' })
    provider.on(checkPasswordReset, () => GOOD)
    fireEvent.click(again)
    expect(await screen.findByRole('heading', { name: 'Nova senha' })).toBeTruthy()
  })
})

describe('the sign-in page', () => {
  it('TRUST-01 leads there where the provider can, and says nothing of it where it cannot', async () => {
    document.head.querySelector('meta[name=capabilities]')?.remove()
    const provider = createPanelProvider()
    const bare = renderPanel('/login')
    await screen.findByRole('button', { name: 'Acessar' })
    expect(screen.queryByText('Esqueci minha senha')).toBeNull()
    bare.unmount()
    for (const address of ['/recuperar-senha', `/recuperar-senha#t=${TOKEN}`]) {
      const opened = renderPanel(address)
      expect(await screen.findByRole('heading', { name: 'Página não encontrada' })).toBeTruthy()
      opened.unmount()
    }
    expect(provider.requests(checkPasswordReset)).toEqual([])
    addCapabilitiesBeforeSignIn('security')
    renderPanel('/login')
    expect((await screen.findByRole('link', { name: 'Esqueci minha senha' })).getAttribute('href')).toBe('/recuperar-senha')
  })
})
