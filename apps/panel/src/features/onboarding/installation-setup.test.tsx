import { me } from '@prosa/contract/calls/accounts/auth'
import { checkSetupToken, completeSetup } from '@prosa/contract/calls/accounts/setup'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { useSession } from '../../shared/session/session.ts'
import { addCapabilitiesBeforeSignIn } from '../../testing/capabilities-before-sign-in.ts'
import { aUser } from '../../testing/factories.ts'
import { createErrorResponse } from '../../testing/fake-provider.ts'
import { createPanelProvider, renderPanel } from '../../testing/render-panel.tsx'

const TOKEN = 'abc.def.ghi'
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { value } })

beforeEach(() => {
  useSession.setState({ isInitialized: true })
  addCapabilitiesBeforeSignIn('organisation')
})

describe('where an installation begins', () => {
  it('is the not-found page on a provider without organisations, which is asked nothing', async () => {
    document.head.querySelector('meta[name=capabilities]')?.remove()
    const provider = createPanelProvider().on(checkSetupToken, () => ({ success: true }))
    renderPanel(`/comecar#t=${TOKEN}`)
    expect(await screen.findByRole('heading', { name: 'Página não encontrada' })).toBeTruthy()
    expect(provider.requests(checkSetupToken)).toEqual([])
  })

  it('makes the first organisation, and is at home in it', async () => {
    const provider = createPanelProvider()
      .on(checkSetupToken, () => ({ success: true }))
      .on(completeSetup, () => ({ success: true, data: { token: 't', user: aUser() } }))
      .on(me, () => ({ success: true, data: aUser() }))
    const { getCurrentPath } = renderPanel(`/comecar#t=${TOKEN}`)
    expect(await screen.findByRole('heading', { name: 'Crie a sua organização' })).toBeTruthy()
    expect(getCurrentPath()).toBe('/comecar')
    type(/^Nome da organização/, 'Aurora Imóveis')
    type(/^Domínio/, 'aurora')
    type(/^Seu nome/, 'Ana Souza')
    type(/^Seu e-mail/, 'ana@aurora.com.br')
    type(/^Telefone/, '11987654321')
    type(/^Senha/, 'Outra@Senha9')
    fireEvent.click(screen.getByRole('button', { name: 'Começar' }))
    expect(await screen.findByText('Domínio inválido.')).toBeTruthy()
    type(/^Domínio/, 'aurora.com.br')
    fireEvent.click(screen.getByRole('button', { name: 'Começar' }))
    await waitFor(() => expect(getCurrentPath()).toBe('/agents'))
    expect(provider.requests(completeSetup)[0]?.body).toEqual({
      token: TOKEN,
      organisation: { name: 'Aurora Imóveis', domain: 'aurora.com.br' },
      person: { name: 'Ana Souza', phone: '+5511987654321', email: 'ana@aurora.com.br', password: 'Outra@Senha9' },
    })
  })

  it.each([
    [404, 'RESOURCE_NOT_FOUND', 'x', /^Já existe uma organização\./],
    [400, 'INVALID_INPUT', 'Link inválido.', /^Link inválido\.$/],
  ])('says why nothing can begin there: %s %s', async (status, code, message, said) => {
    createPanelProvider().on(checkSetupToken, () => createErrorResponse(status, code, { message }))
    renderPanel(`/comecar#t=${TOKEN}`)
    expect((await screen.findByText(said)).getAttribute('role')).toBe('alert')
    expect(screen.getByRole('button', { name: 'Ir para a entrada' })).toBeTruthy()
  })

  it('says where the link stands to who comes without it, and asks a server again that was away', async () => {
    const provider = createPanelProvider().on(checkSetupToken, () => createErrorResponse(503, 'SERVICE_UNAVAILABLE'))
    const { unmount } = renderPanel('/comecar')
    expect(await screen.findByText('Abra o endereço que o servidor mostrou ao iniciar.')).toBeTruthy()
    unmount()
    renderPanel(`/comecar#t=${TOKEN}`)
    const again = await screen.findByRole('button', { name: 'Tentar novamente' })
    provider.on(checkSetupToken, () => ({ success: true }))
    fireEvent.click(again)
    expect(await screen.findByRole('heading', { name: 'Crie a sua organização' })).toBeTruthy()
  })
})
