import { listPeople, makeResetLink, switchOffPerson, updatePerson } from '@prosa/contract/calls/organisation/people'
import { inviteUser } from '@prosa/contract/calls/organisation/users'
import type { Person } from '@prosa/contract/entities/organisation/person'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { stubElementSizes } from '../../features/conversation/testing/stub-element-sizes.ts'
import { useNotifications } from '../../shared/notifications/notifications.ts'
import { createErrorResponse, type ReceivedRequest } from '../../testing/fake-provider.ts'
import { createPanelProvider, renderPanel } from '../../testing/render-panel.tsx'
import { setSignedInUser } from '../../testing/session.ts'

const SINCE = '2026-01-05T12:00:00.000Z'
const aPerson = (change: Partial<Person>): Person => ({
  id: 'user-2',
  name: 'Rafael Prado',
  role: 'admin',
  isActive: true,
  presence: 'offline',
  phone: '+5511900000002',
  email: null,
  last_seen_at: null,
  created_at: SINCE,
  updated_at: SINCE,
  ...change,
})
const ANA = aPerson({ id: 'user-1', name: 'Ana Souza', role: 'staff' })
const RAFAEL = aPerson({ second_step: 'totp' })
const LIVIA = aPerson({ id: 'user-3', name: 'Lívia Castro', role: 'operator', presence: 'online' })
const DIEGO = aPerson({ id: 'user-4', name: 'Diego Ramos', role: 'operator', isActive: false })

type Asked = ReceivedRequest<typeof listPeople>
const withPeople = (
  people: (asked: Asked) => Person[] = ({ query }) => (query.active === 'true' ? [ANA, LIVIA, RAFAEL] : [DIEGO]),
) => createPanelProvider().on(listPeople, (asked) => ({ success: true, data: { people: people(asked), nextCursor: null } }))
const open = async (role = 'staff') => {
  setSignedInUser({ role, capabilities: ['team', 'security'] })
  return renderPanel('/settings/pessoas')
}
const rows = async () => within(await screen.findByRole('list', { name: 'Pessoas' })).findAllByRole('listitem')
const menuOf = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Ações de ${name}` }))
  return within(await screen.findByRole('menu'))
}
const itemsOf = async (name: string) => (await menuOf(name)).getAllByRole('menuitem').map(({ textContent }) => textContent)
const said = () => useNotifications.getState().notifications.map(({ title }) => title)

beforeEach(() => stubElementSizes())

describe('Pessoas', () => {
  it('PEOPLE-01 lists who is active with role and presence, or who was switched off, and searches', async () => {
    const provider = withPeople()
    await open()
    expect((await rows()).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/Ana Souza.*Você.*Staff.*Online/),
      expect.stringMatching(/Lívia Castro.*Operador.*Online/),
      expect.stringMatching(/Rafael Prado.*Administrador.*Offline · ainda não entrou/),
    ])
    await userEvent.click(screen.getByRole('radio', { name: 'Desativadas' }))
    expect(await screen.findByText('Diego Ramos')).toBeTruthy()
    expect(await itemsOf('Diego Ramos')).toEqual(['Editar', 'Ativar'])
    await userEvent.keyboard('{Escape}')
    await userEvent.type(screen.getByRole('searchbox', { name: 'Buscar' }), 'die')
    await waitFor(() => expect(provider.requests(listPeople).at(-1)?.query).toMatchObject({ active: 'false', search: 'die' }))
  })

  it('PEOPLE-05 PEOPLE-06 offers what one may do: nothing to oneself but one’s data, nothing of staff to an admin', async () => {
    withPeople()
    await open('staff')
    expect(await itemsOf('Ana Souza')).toEqual(['Editar'])
    await userEvent.keyboard('{Escape}')
    expect(await itemsOf('Rafael Prado')).toEqual([
      'Editar',
      'Gerar link de senha',
      'Remover segundo passo',
      'Encerrar acessos',
      'Desativar',
    ])
  })

  it('PEOPLE-06 an admin sees no menu of staff, and hands out every role but theirs', async () => {
    withPeople(() => [aPerson({ id: 'user-9', name: 'Outra Staff', role: 'staff' }), LIVIA])
    await open('admin')
    await rows()
    expect(screen.queryByRole('button', { name: 'Ações de Outra Staff' })).toBeNull()
    await userEvent.click((await menuOf('Lívia Castro')).getByRole('menuitem', { name: 'Editar' }))
    const roles = await screen.findByRole<HTMLSelectElement>('combobox', { name: /^Papel/ })
    expect([...roles.options].map(({ value }) => value)).toEqual(['admin', 'operator'])
  })

  it('PEOPLE-02 asks before switching off, and says what became of it', async () => {
    const provider = withPeople().on(switchOffPerson, () => ({ success: true, data: { ...RAFAEL, isActive: false } }))
    await open()
    await userEvent.click((await menuOf('Rafael Prado')).getByRole('menuitem', { name: 'Desativar' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Desativar Rafael Prado?' }))
    expect(dialog.getByText('O acesso termina agora.')).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Desativar' }))
    await waitFor(() => expect(said()).toEqual(['Rafael Prado não tem mais acesso.']))
    expect(provider.requests(switchOffPerson).map(({ params }) => params)).toEqual([{ id: RAFAEL.id }])
  })

  it('PEOPLE-04 says why somebody cannot be switched off', async () => {
    const message = 'A organização precisa de pelo menos uma pessoa gestora ativa.'
    withPeople().on(switchOffPerson, () => createErrorResponse(409, 'VALIDATION_ERROR', { message }))
    await open()
    await userEvent.click((await menuOf('Rafael Prado')).getByRole('menuitem', { name: 'Desativar' }))
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Desativar' }))
    await waitFor(() => expect(said()).toEqual([message]))
  })

  it('sends only what was changed, and shows what was refused under its field', async () => {
    const provider = withPeople().on(updatePerson, () =>
      createErrorResponse(409, 'VALIDATION_ERROR', {
        fieldErrors: { email: 'Este e-mail já é de uma pessoa desta organização.' },
      }),
    )
    await open()
    await userEvent.click((await menuOf('Rafael Prado')).getByRole('menuitem', { name: 'Editar' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Editar pessoa' }))
    const name = dialog.getByLabelText(/^Nome/)
    await userEvent.clear(name)
    await userEvent.type(name, 'R2')
    await userEvent.type(dialog.getByLabelText('E-mail'), 'rafael@aurora.local')
    await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
    expect(await dialog.findByText('Use de 2 a 100 letras, espaços, hifens e apóstrofos.')).toBeTruthy()
    expect(provider.requests(updatePerson)).toEqual([])
    await userEvent.clear(name)
    await userEvent.type(name, 'Rafael Prado')
    await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
    expect(await dialog.findByText('Este e-mail já é de uma pessoa desta organização.')).toBeTruthy()
    expect(provider.requests(updatePerson).map(({ body }) => body)).toEqual([{ email: 'rafael@aurora.local' }])
  })

  it('TRUST-06 marks who asked for a link of a password, and shows one once', async () => {
    const link = 'http://localhost:3000/recuperar-senha#t=abc'
    const provider = withPeople(() => [ANA, { ...RAFAEL, reset_asked_at: SINCE }]).on(makeResetLink, () => ({
      success: true,
      data: { link, expires_at: SINCE, email_sent: false },
    }))
    await open()
    expect((await rows())[1]?.textContent).toContain('Pediu um link de senha')
    await userEvent.click((await menuOf('Rafael Prado')).getByRole('menuitem', { name: 'Gerar link de senha' }))
    const asking = within(await screen.findByRole('alertdialog', { name: 'Gerar link de senha para Rafael Prado?' }))
    expect(provider.requests(makeResetLink)).toEqual([])
    await userEvent.click(asking.getByRole('button', { name: 'Gerar link' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Link de senha de Rafael Prado' }))
    expect((await dialog.findByLabelText<HTMLInputElement>('Link de senha')).value).toBe(link)
    await userEvent.click(dialog.getByRole('button', { name: 'Fechar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('invites on the page of invitations, or, where there is none for this role, in a dialog', async () => {
    withPeople()
    const { unmount } = await open('staff')
    expect((await screen.findByRole('link', { name: 'Convidar' })).getAttribute('href')).toBe('/invite')
    unmount()
    const provider = withPeople().on(inviteUser, () => ({ success: true }))
    await open('admin')
    await userEvent.click(await screen.findByRole('button', { name: 'Convidar' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Convidar' }))
    await userEvent.type(dialog.getByLabelText(/^E-mail/), 'nova@aurora.local')
    await userEvent.click(dialog.getByRole('button', { name: 'Convidar' }))
    expect(await dialog.findByRole('heading', { name: 'Convite enviado' })).toBeTruthy()
    expect(provider.requests(inviteUser).map(({ body }) => body)).toEqual([
      { email: 'nova@aurora.local', role: 'operator', tenantDomain: 'aurora.local' },
    ])
  })

  it('says that one is alone, that nothing came, and tries again', async () => {
    withPeople(() => [ANA])
    const { unmount } = await open()
    expect(await screen.findByText('Só você por aqui. Convide a equipe.')).toBeTruthy()
    unmount()
    createPanelProvider().on(listPeople, () => createErrorResponse(500, 'SERVER_ERROR'))
    await open()
    expect(await screen.findByText('Não foi possível carregar.')).toBeTruthy()
    withPeople()
    await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
    expect(await screen.findByText('Lívia Castro')).toBeTruthy()
  })

  it('is nowhere with a provider that does not offer it', async () => {
    createPanelProvider()
    setSignedInUser({ capabilities: ['organisation'] })
    renderPanel('/settings/pessoas')
    expect(await screen.findByRole('heading', { name: 'Página não encontrada' })).toBeTruthy()
  })
})
