import { createTenant, getTenant, getTenantByDomain, listTenants, updateTenant } from '@prosa/contract/calls/organisation/tenants'
import type { Tenant } from '@prosa/contract/entities/organisation/tenant'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { useNotifications } from '../../shared/notifications/notifications.ts'
import { createErrorResponse, createFakeProvider, createRawResponse } from '../../testing/fake-provider.ts'
import { renderWithRouter } from '../../testing/render-with-router.tsx'
import { setSignedInUser } from '../../testing/session.ts'
import { TenantsSection } from './tenants-section.tsx'
import { aTenant } from './testing/factories.ts'
import { useIsPlatformStaff } from './use-is-platform-staff.ts'

const VITTA = aTenant({
  id: 'tenant-2',
  name: 'Clínica Vitta',
  domain: 'vitta.local',
  summary: { users: 3, agents: 3, leads: 1_240, activeConversations: 37 },
})
const page = (tenants: Tenant[], at = 1, totalPages = 1) => ({
  success: true,
  data: { tenants, pagination: { page: at, limit: 20, total: tenants.length * totalPages, totalPages } },
})
const answering = (tenants: Tenant[] = [aTenant(), VITTA]) => createFakeProvider().on(listTenants, () => page(tenants))
const show = () => renderWithRouter(<TenantsSection />, { path: '/invite' })
const list = () => screen.findByRole('list', { name: 'Organizações' })
const items = async () => within(await list()).getAllByRole('listitem')
const said = () => useNotifications.getState().notifications.map(({ type, title }) => [type, title])
async function choose(name: string, action: string) {
  await list()
  await userEvent.click(screen.getByRole('button', { name: `Ações de ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

beforeEach(() => void setSignedInUser())

describe('the tenants', () => {
  it('G25 TENANT-10 CALL-30 CONST-10 are listed with their counters, newest first, a page at a time', async () => {
    const provider = createFakeProvider().on(listTenants, ({ query }) =>
      page([query.page === '1' ? aTenant() : VITTA], Number(query.page), 2),
    )
    await show()
    expect(await items()).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: 'Mostrar mais' }))
    await waitFor(async () => expect(await items()).toHaveLength(2))
    const order = { sortBy: 'created_at', sortOrder: 'desc' }
    expect(provider.requests(listTenants).map(({ query }) => query)).toEqual([
      { ...order, includeSummary: 'true', paginate: 'true', page: '1', limit: '20' },
      { ...order, includeSummary: 'true', paginate: 'true', page: '2', limit: '20' },
    ])
    for (const figure of ['1.240', '37']) expect(screen.getByText(figure)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Mostrar mais' })).toBeNull()
  })

  it('TENANT-09 TENANT-10 are asked for by search, domain, state and order', async () => {
    const provider = answering()
    await show()
    await list()
    fireEvent.change(screen.getByLabelText('Buscar'), { target: { value: 'vit' } })
    fireEvent.change(screen.getByLabelText('Domínio contém'), { target: { value: '.local' } })
    await userEvent.selectOptions(screen.getByLabelText('Situação'), 'Desligadas')
    await userEvent.selectOptions(screen.getByLabelText('Ordenar por'), 'Mais leads')
    await waitFor(() =>
      expect(provider.requests(listTenants).at(-1)?.query).toMatchObject({
        search: 'vit',
        domain: '.local',
        active: 'false',
        sortBy: 'summary.leads',
        sortOrder: 'desc',
      }),
    )
  })

  it('HTTP-07 TENANT-09 a provider that answers everything at once is filtered here', async () => {
    createFakeProvider().on(listTenants, () => ({ success: true, data: [aTenant(), VITTA] }))
    await show()
    expect(await items()).toHaveLength(2)
    fireEvent.change(screen.getByLabelText('Buscar'), { target: { value: 'vitta' } })
    await waitFor(async () => expect((await items()).map((item) => item.textContent)).toEqual([expect.stringContaining('Vitta')]))
    fireEvent.change(screen.getByLabelText('Buscar'), { target: { value: 'ninguém' } })
    await userEvent.click(await screen.findByRole('button', { name: 'Limpar filtros' }))
    expect(await items()).toHaveLength(2)
  })

  it('CALL-33 are created; CALL-32 a taken domain says whose it is', async () => {
    let taken = true
    const provider = answering()
      .on(createTenant, () =>
        taken
          ? createErrorResponse(409, 'VALIDATION_ERROR', {
              message: 'x',
              fieldErrors: { domain: 'Este domínio já está em uso.' },
            })
          : { success: true, data: aTenant({ name: 'Padaria Real' }) },
      )
      .on(getTenantByDomain, () => ({ success: true, data: VITTA }))
    await show()
    await list()
    await userEvent.click(screen.getByRole('button', { name: 'Nova organização' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Nova organização' }))
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText(/^Nome/)))
    await userEvent.type(dialog.getByLabelText(/^Nome/), ' Padaria Real')
    await userEvent.type(dialog.getByLabelText(/^Domínio/), 'sem ponto')
    await userEvent.click(dialog.getByRole('button', { name: 'Criar organização' }))
    expect(await dialog.findByText('Domínio inválido.')).toBeTruthy()
    await userEvent.clear(dialog.getByLabelText(/^Domínio/))
    await userEvent.type(dialog.getByLabelText(/^Domínio/), 'VITTA.local')
    await userEvent.click(dialog.getByRole('button', { name: 'Criar organização' }))
    expect(await dialog.findByText('Este domínio já é de Clínica Vitta.')).toBeTruthy()
    expect(provider.requests(getTenantByDomain)[0]).toMatchObject({
      params: { domain: 'vitta.local' },
      query: { includeSummary: 'false' },
    })
    taken = false
    await userEvent.click(dialog.getByRole('button', { name: 'Criar organização' }))
    await waitFor(() => expect(said()).toEqual([['success', 'Organização Padaria Real criada.']]))
    expect(provider.requests(createTenant).at(-1)?.body).toEqual({ name: 'Padaria Real', domain: 'vitta.local' })
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(provider.requests(listTenants).length).toBeGreaterThan(1))
  })

  it('HTTP-07 CALL-33 are created by a provider that answers nothing but success', async () => {
    const provider = answering()
      .on(getTenantByDomain, () => createErrorResponse(404, 'TENANT_NOT_FOUND'))
      .on(createTenant, () => createRawResponse(200, ''))
    await show()
    await list()
    await userEvent.click(screen.getByRole('button', { name: 'Nova organização' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Nova organização' }))
    await userEvent.type(dialog.getByLabelText(/^Nome/), 'Padaria Real')
    await userEvent.type(dialog.getByLabelText(/^Domínio/), 'padaria.local')
    await userEvent.click(dialog.getByRole('button', { name: 'Criar organização' }))
    await waitFor(() => expect(said()).toEqual([['success', 'Organização Padaria Real criada.']]))
    expect(provider.requests(createTenant)).toHaveLength(1)
  })

  it('CALL-34 CALL-31 are renamed from what they are now; only what changed is sent', async () => {
    const provider = answering()
      .on(getTenant, () => ({ success: true, data: { ...VITTA, name: 'Vitta Saúde' } }))
      .on(updateTenant, () => ({ success: true, data: VITTA }))
    await show()
    await choose('Clínica Vitta', 'Editar')
    const name = await screen.findByLabelText<HTMLInputElement>(/^Nome/)
    expect(name.value).toBe('Vitta Saúde')
    await userEvent.type(name, ' Integral')
    await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(provider.requests(getTenant)[0]).toMatchObject({ params: { id: 'tenant-2' }, query: { includeSummary: 'false' } })
    expect(provider.requests(updateTenant)[0]).toMatchObject({
      params: { id: 'tenant-2' },
      body: { name: 'Vitta Saúde Integral' },
    })
    expect(provider.requests(updateTenant)[0]?.body).not.toHaveProperty('domain')
  })

  it.each([
    [true, 'Desligar', { active: false }, 'Clínica Vitta foi desligada.'],
    [false, 'Ligar', { active: true }, 'Clínica Vitta foi ligada.'],
  ])('CALL-34 TENANT-11 are switched after asking (now active: %s)', async (active, action, body, told) => {
    const provider = answering([{ ...VITTA, active }]).on(updateTenant, () => ({ success: true, data: VITTA }))
    await show()
    await choose('Clínica Vitta', action)
    expect(provider.requests(updateTenant)).toHaveLength(0)
    const dialog = within(await screen.findByRole('alertdialog'))
    await userEvent.click(dialog.getByRole('button', { name: action }))
    await waitFor(() => expect(said()).toEqual([['success', told]]))
    expect(provider.requests(updateTenant).map(({ body: sent }) => sent)).toEqual([body])
  })

  it('nobody switches off the tenant they are in', async () => {
    answering()
    await show()
    await list()
    await userEvent.click(screen.getByRole('button', { name: 'Ações de Aurora Imóveis' }))
    await screen.findByRole('menuitem', { name: 'Editar' })
    expect(screen.queryByRole('menuitem', { name: 'Desligar' })).toBeNull()
  })

  it('CALL-31 TEXT-37 one is counted again by itself', async () => {
    let works = true
    answering([VITTA]).on(getTenant, () =>
      works ? { success: true, data: { ...VITTA, summary: { users: 99 } } } : createRawResponse(500, ''),
    )
    await show()
    await choose('Clínica Vitta', 'Atualizar números')
    expect(await screen.findByText('99')).toBeTruthy()
    works = false
    await choose('Clínica Vitta', 'Atualizar números')
    await waitFor(() => expect(said()).toEqual([['error', 'Failed to refresh tenant summary']]))
  })
})

describe('failing', () => {
  it('TEXT-36 the list says why, and can be tried again', async () => {
    let works = false
    createFakeProvider().on(listTenants, () => (works ? page([VITTA]) : createRawResponse(500, '')))
    await show()
    expect(await screen.findByText('Failed to load tenants')).toBeTruthy()
    works = true
    await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
    expect(await items()).toHaveLength(1)
  })

  it('TEXT-37 refreshing keeps the list and says why', async () => {
    let works = true
    createFakeProvider().on(listTenants, () => (works ? page([VITTA]) : createRawResponse(500, '')))
    await show()
    await list()
    works = false
    await userEvent.click(screen.getByRole('button', { name: 'Atualizar organizações' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to refresh summaries')
    expect(await items()).toHaveLength(1)
  })

  it('TEXT-36 ERR-15 one that cannot be read is not renamed', async () => {
    let answer = () => createRawResponse(500, '')
    answering().on(getTenant, () => answer())
    await show()
    await choose('Clínica Vitta', 'Editar')
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to load tenant')
    answer = () => createErrorResponse(404, 'TENANT_NOT_FOUND', { message: 'x' })
    await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
    expect(await screen.findByText('Organização não encontrada.')).toBeTruthy()
  })
})

describe('who manages tenants', () => {
  const Sees = () => <output>{String(useIsPlatformStaff())}</output>
  const own = { id: 'tenant-1', name: 'Aurora', domain: 'aurora.local', active: true }
  it.each([
    ['staff of the platform', { ...own, platform: true }, [aTenant()], 'true'],
    ['no other staff', { ...own, platform: false }, [aTenant(), VITTA], 'false'],
    ['whoever is shown others, where nobody tells', own, [aTenant(), VITTA], 'true'],
    ['nobody who is shown the own one', own, [aTenant()], 'false'],
  ])('TENANT-11 HTTP-07 %s', async (_who, tenant, tenants, answer) => {
    setSignedInUser({ tenant })
    createFakeProvider().on(listTenants, () => ({ success: true, data: tenants }))
    const { container } = await renderWithRouter(<Sees />)
    await waitFor(() => expect(container.querySelector('output')?.textContent).toBe(answer))
  })
})
