import { listTenants } from '@prosa/contract/calls/organisation/tenants'
import { inviteUser, listInvitations } from '@prosa/contract/calls/organisation/users'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anInvitation } from '../features/invitations/testing/factories.ts'
import { useNotifications } from '../shared/notifications/notifications.ts'
import { createErrorResponse, createRawResponse } from '../testing/fake-provider.ts'
import { createPanelProvider, renderPanel } from '../testing/render-panel.tsx'
import { setSignedInUser } from '../testing/session.ts'

const SINCE = '2026-01-05T12:00:00.000Z'
const tenant = (id: string, name: string) => ({ id, name, domain: `${id}.local`, active: true, created_at: SINCE })
const AURORA = tenant('aurora', 'Aurora Imóveis')
const VITTA = tenant('vitta', 'Clínica Vitta')
const LINK = 'http://localhost:3000/onboarding?token=abc'

/** Creates a provider that implements only docs/items.md: tenants as a plain list, and an invitation response with only `success`. */
const bareProvider = (tenants = [AURORA]) =>
  createPanelProvider()
    .on(listTenants, () => ({ success: true, data: tenants }))
    .on(listInvitations, () => ({ success: true, data: [] }))
    .on(inviteUser, () => ({ success: true }))

// The first page of a run has to load its code.
const SLOW = { timeout: 10_000 }
const open = async () => {
  const panel = renderPanel('/invite')
  await screen.findByRole('heading', { level: 1, name: 'Convidar Usuário' }, SLOW)
  return panel
}
const form = () => within(screen.getByRole('form', { name: 'Convidar Usuário' }))
const picker = () => form().getByRole<HTMLInputElement>('combobox', { name: 'Organização' })
const email = () => form().getByLabelText<HTMLInputElement>(/^E-mail/)
const submit = () => form().getByRole<HTMLButtonElement>('button', { name: /^Convida(r|ndo\.\.\.)$/ })
const said = () => useNotifications.getState().notifications.map(({ type, title }) => [type, title])
const write = (value: string) => fireEvent.change(email(), { target: { value } })
const chosen = () => waitFor(() => expect(picker().value).toBe('Aurora Imóveis'))

beforeAll(async () => void (await import('./invite-page.tsx')), 30_000)
beforeEach(() => void setSignedInUser())

describe('the invite form', () => {
  it('INVITE-01 INVITE-02 INVITE-03 INVITE-06 INVITE-07 INVITE-08 ROUTE-13 asks for tenant, e-mail and role', async () => {
    bareProvider()
    await open()
    await chosen()
    const role = form().getByLabelText<HTMLSelectElement>('Papel')
    expect([...role.options].map(({ value }) => value)).toEqual(['staff', 'admin', 'operator'])
    expect(role.value).toBe('staff')
    expect(email().type).toBe('email')
    expect(submit().disabled).toBe(true)
    write('nova@aurora.local')
    expect(submit().disabled).toBe(false)
    await userEvent.clear(email())
    expect(submit().disabled).toBe(true)
  })

  it('INVITE-04 INVITE-05 says what is missing', async () => {
    bareProvider([AURORA, VITTA])
    await open()
    await waitFor(() => expect(picker().placeholder).toBe('Buscar por nome ou domínio'))
    fireEvent.focus(picker())
    fireEvent.blur(picker())
    fireEvent.focus(email())
    fireEvent.blur(email())
    expect(await screen.findByText('Por favor, digite o domínio do tenant')).toBeTruthy()
    expect(await screen.findByText('Por favor, digite o email')).toBeTruthy()
    expect(submit().disabled).toBe(true)
  })

  it('INVITE-07 INVITE-09 INVITE-10 TEXT-39 CALL-24 HTTP-07 invites, shows who, as what and where, and starts over empty', async () => {
    let answer = () => {}
    const provider = bareProvider().on(inviteUser, () => new Promise((resolve) => (answer = () => resolve({ success: true }))))
    await open()
    await chosen()
    write('nova@aurora.local')
    await userEvent.selectOptions(form().getByLabelText('Papel'), 'operator')
    await userEvent.dblClick(submit())
    expect(submit().getAttribute('aria-disabled')).toBe('true')
    expect(provider.requests(inviteUser)).toHaveLength(1)
    await act(async () => answer())
    const heading = await screen.findByRole('heading', { name: 'Convite enviado' })
    const card = within(heading.parentElement as HTMLElement)
    for (const fact of ['nova@aurora.local', 'Operador (operator)', 'aurora.local']) expect(card.getByText(fact)).toBeTruthy()
    expect(provider.requests(inviteUser)[0]?.body).toEqual({
      tenantDomain: 'aurora.local',
      email: 'nova@aurora.local',
      role: 'operator',
    })
    expect(said()).toEqual([['success', 'Usuário convidado com sucesso!']])
    expect(screen.queryByLabelText('Link do convite')).toBeNull()
    await userEvent.click(card.getByRole('button', { name: 'Convidar Outro Usuário' }))
    expect(email().value).toBe('')
    expect(document.activeElement).toBe(email())
    expect(form().getByLabelText<HTMLSelectElement>('Papel').value).toBe('staff')
  })

  it('INVITE-21 shows the link to copy when no mail took it along', async () => {
    bareProvider().on(inviteUser, () => ({
      success: true,
      data: { invitation: anInvitation({ email: 'nova@aurora.local' }), link: LINK, emailSent: false },
    }))
    await open()
    await chosen()
    write('nova@aurora.local')
    await userEvent.click(submit())
    expect((await screen.findByLabelText<HTMLInputElement>('Link do convite')).value).toBe(LINK)
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Copiar link' }))
    expect(await screen.findByText('Link copiado.')).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe(LINK)
  })

  it('LOGIN-13 a refused field says so under it, and in the server’s words', async () => {
    const message = 'Este e-mail já tem um convite pendente. Reenvie o convite.'
    bareProvider().on(inviteUser, () =>
      createErrorResponse(409, 'VALIDATION_ERROR', { message, fieldErrors: { email: message } }),
    )
    await open()
    await chosen()
    write('nova@aurora.local')
    await userEvent.click(submit())
    await waitFor(() => expect(said()).toEqual([['error', message]]))
    expect(document.getElementById(email().getAttribute('aria-describedby') ?? '')?.textContent).toBe(message)
  })

  it.each([
    ['TEXT-34', () => createRawResponse(500, ''), 'Failed to invite user'],
    ['ERR-15', () => createErrorResponse(404, 'TENANT_NOT_FOUND', { message: 'x' }), 'Organização não encontrada.'],
    [
      'ERR-16',
      () => createErrorResponse(403, 'TENANT_INACTIVE', { message: 'x' }),
      'Sua organização está inativa. Entre em contato com o suporte.',
    ],
    ['ERR-30', () => createRawResponse(429, ''), 'Muitas requisições. Aguarde alguns minutos'],
    ['ERR-32', () => Promise.reject(new TypeError('offline')), 'Erro de conexão. Verifique sua internet e tente novamente.'],
  ])('%s a failure is told and the form keeps what was written', async (_item, answer, text) => {
    bareProvider().on(inviteUser, answer)
    await open()
    await chosen()
    write('nova@aurora.local')
    await userEvent.click(submit())
    await waitFor(() => expect(said()).toEqual([['error', text]]))
    expect(email().value).toBe('nova@aurora.local')
    expect(submit().disabled).toBe(false)
  })
})

describe('who finds it', () => {
  it('LAYOUT-06 ROUTE-13 the user menu leads staff there', async () => {
    bareProvider()
    const { getCurrentPath } = renderPanel('/agents')
    await userEvent.click(await screen.findByRole('button', { name: /menu de/i }, SLOW))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Convidar usuário' }))
    await waitFor(() => expect(getCurrentPath()).toBe('/invite'))
  })

  it.each(['admin', 'operator'])('LAYOUT-06 ROUTE-13 GUARD-05 and %s neither sees nor opens it', async (role) => {
    setSignedInUser({ role })
    bareProvider()
    const { getCurrentPath } = renderPanel('/invite')
    await userEvent.click(await screen.findByRole('button', { name: /menu de/i }, SLOW))
    await screen.findByRole('menuitem', { name: 'Configurações' })
    expect(screen.queryByRole('menuitem', { name: 'Convidar usuário' })).toBeNull()
    expect(getCurrentPath()).toBe('/agents')
    expect(screen.getByText('Permissão insuficiente para acessar esta página.')).toBeTruthy()
  })
})
