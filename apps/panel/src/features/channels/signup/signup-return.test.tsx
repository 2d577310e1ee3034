import { listWhatsappNumbers } from '@prosa/contract/calls/whatsapp/channels'
import { finishWhatsappSignup } from '@prosa/contract/calls/whatsapp/whatsapp-signup'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { useSession } from '../../../shared/session/session.ts'
import { createErrorResponse } from '../../../testing/fake-provider.ts'
import { createPanelProvider, renderPanel } from '../../../testing/render-panel.tsx'
import { setSignedInUser } from '../../../testing/session.ts'
import { aSignup } from '../testing/a-signup.ts'

const AT = '/whatsapp/signup?code=C%2F1&state=signup-1.word'
const provide = () =>
  createPanelProvider()
    .on(finishWhatsappSignup, () => ({ success: true, data: aSignup(5) }))
    .on(listWhatsappNumbers, () => ({ success: true, data: { numbers: [], webhook: { url: '', ready: true } } }))

describe('the page that Meta leads back to', () => {
  it('NUM-03 exchanges the code by itself, once, with nobody who opened it, and keeps it nowhere', async () => {
    vi.stubGlobal('opener', null)
    setSignedInUser({ capabilities: ['signup'] })
    const provider = provide()
    const { getCurrentPath } = renderPanel(AT)
    expect((await screen.findByRole('list', { name: 'Passos da ligação' })).textContent).toContain(
      'Número registrado para enviar',
    )
    expect(provider.requests(finishWhatsappSignup).map(({ params, body }) => [params, body])).toEqual([
      [{ id: 'signup-1' }, { code: 'C/1', state: 'signup-1.word' }],
    ])
    expect(getCurrentPath()).toBe('/whatsapp/signup')
    expect(screen.getByRole('link', { name: 'Ver os números' }).getAttribute('href')).toBe('/settings/numeros')
  })

  it('is the not-found page on a provider without sign-up, which is asked nothing', async () => {
    setSignedInUser({ capabilities: ['numbers'] })
    const provider = provide()
    renderPanel(AT)
    expect(await screen.findByRole('heading', { name: 'Página não encontrada' })).toBeTruthy()
    expect(provider.requests(finishWhatsappSignup)).toEqual([])
  })

  it('NUM-02 says why a return counts for nothing', async () => {
    setSignedInUser({ capabilities: ['signup'] })
    provide().on(finishWhatsappSignup, () =>
      createErrorResponse(400, 'VALIDATION_ERROR', { message: 'Este retorno da Meta não vale.' }),
    )
    renderPanel(AT)
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Este retorno da Meta não vale.'))
  })

  it('NUM-05 shows where it stopped; it goes on where it began', async () => {
    setSignedInUser({ capabilities: ['signup'] })
    provide().on(finishWhatsappSignup, () => ({ success: true, data: aSignup(4, { next: 'pin' }, 'Digite o PIN.') }))
    renderPanel(AT)
    expect((await screen.findByRole('list', { name: 'Passos da ligação' })).textContent).toContain('(parou)Digite o PIN.')
    expect(screen.getByText('Pode fechar esta janela; o que falta continua em Números.')).toBeTruthy()
  })

  it('says where to look when the answer is lost', async () => {
    setSignedInUser({ capabilities: ['signup'] })
    provide().on(finishWhatsappSignup, () => createErrorResponse(503, 'SERVICE_UNAVAILABLE', { message: 'Fora do ar.' }))
    renderPanel(AT)
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Fora do ar.'))
    expect(screen.getByText('Veja em Números até onde a ligação chegou.')).toBeTruthy()
  })

  it('says so when Meta brought no code', async () => {
    setSignedInUser({ capabilities: ['signup'] })
    const provider = provide()
    renderPanel('/whatsapp/signup?error=access_denied&state=signup-1.word')
    expect(await screen.findByText(/^A Meta não devolveu um código/)).toBeTruthy()
    expect(provider.requests(finishWhatsappSignup)).toEqual([])
  })

  it('NUM-03 leads whoever is not signed in to the sign-in, and back with what it brought', async () => {
    provide()
    useSession.setState({ isInitialized: true })
    const { getCurrentPath } = renderPanel(AT)
    await waitFor(() => expect(getCurrentPath()).toMatch(/^\/login/))
    expect(new URL(getCurrentPath(), 'http://x').searchParams.get('next')).toContain('/whatsapp/signup?code=')
  })
})
