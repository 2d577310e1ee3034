import { listTenants } from '@prosa/contract/calls/organisation/tenants'
import type { Tenant } from '@prosa/contract/entities/organisation/tenant'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { createFakeProvider, createRawResponse } from '../../testing/fake-provider.ts'
import { renderWithRouter } from '../../testing/render-with-router.tsx'
import { TenantPicker } from './tenant-picker.tsx'
import { aTenant } from './testing/factories.ts'

const VITTA = aTenant({ id: 'tenant-2', name: 'Clínica Vitta', domain: 'vitta.local' })
const OFF = aTenant({ id: 'tenant-3', name: 'Padaria', domain: 'padaria.local', active: false })

function Held() {
  const [domain, setDomain] = useState('')
  return (
    <>
      <TenantPicker value={domain} onChange={setDomain} />
      <output>{domain}</output>
    </>
  )
}
const answering = (tenants: Tenant[]) => createFakeProvider().on(listTenants, () => ({ success: true, data: { tenants } }))
const show = () => renderWithRouter(<Held />)
const input = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Organização' })

describe('the tenant picker', () => {
  it('TENANT-01 G02 CALL-30 asks for the active ones, and shows one that is not as such, out of reach', async () => {
    const provider = answering([aTenant(), VITTA, OFF])
    const { container } = await show()
    await waitFor(() => expect(input().placeholder).toBe('Buscar por nome ou domínio'))
    expect(provider.requests(listTenants).map(({ query }) => query)).toEqual([{ active: 'true' }])
    await userEvent.click(input())
    const options = await screen.findAllByRole('option')
    expect(options.map((option) => [option.textContent, option.getAttribute('aria-disabled')])).toEqual([
      ['Aurora Imóveisaurora.local', null],
      ['Clínica Vittavitta.local', null],
      ['Padaria - Inativopadaria.local', 'true'],
    ])
    await userEvent.click(screen.getByRole('option', { name: /Padaria/ }))
    expect(container.querySelector('output')?.textContent).toBe('')
    await userEvent.click(screen.getByRole('option', { name: /Vitta/ }))
    expect(container.querySelector('output')?.textContent).toBe('vitta.local')
    expect(input().value).toBe('Clínica Vitta')
  })

  it('TENANT-02 TENANT-03 searches by name or domain', async () => {
    answering([aTenant(), VITTA])
    await show()
    await waitFor(() => expect(input().placeholder).toBe('Buscar por nome ou domínio'))
    const found = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
    await userEvent.type(input(), 'clinica')
    await waitFor(() => expect(found()).toEqual(['Clínica Vittavitta.local']))
    await userEvent.clear(input())
    await userEvent.type(input(), 'aurora.l')
    await waitFor(() => expect(found()).toEqual(['Aurora Imóveisaurora.local']))
    await userEvent.type(input(), 'xyz')
    expect(await screen.findByText('Nenhum tenant encontrado')).toBeTruthy()
  })

  it('TENANT-07 CONST-20 its list is at most 15rem high, and scrolls', async () => {
    answering([aTenant(), VITTA])
    await show()
    await waitFor(() => expect(input().placeholder).toBe('Buscar por nome ou domínio'))
    await userEvent.click(input())
    const list = await screen.findByRole('listbox')
    expect(list.style.maxHeight).toBe('15rem')
    expect(list.className).toContain('overflow-y-auto')
  })

  it('INVITE-08 HTTP-07 a single one is chosen by itself, from a plain list too', async () => {
    createFakeProvider().on(listTenants, () => ({ success: true, data: [VITTA] }))
    const { container } = await show()
    await waitFor(() => expect(container.querySelector('output')?.textContent).toBe('vitta.local'))
    expect(input().value).toBe('Clínica Vitta')
  })

  it('TENANT-04 says when there is none', async () => {
    answering([])
    await show()
    await waitFor(() => expect(input().placeholder).toBe('Nenhum tenant disponível'))
    await userEvent.click(input())
    expect(await screen.findByText('Nenhum tenant disponível')).toBeTruthy()
  })

  it('TENANT-05 says that it is loading', async () => {
    createFakeProvider().on(listTenants, () => new Promise(() => {}))
    await show()
    expect(input().placeholder).toBe('Carregando tenants...')
    await userEvent.click(input())
    expect(await screen.findByText('Carregando tenants...')).toBeTruthy()
  })

  it('TENANT-06 says that it failed, and can be tried again', async () => {
    let works = false
    createFakeProvider().on(listTenants, () => (works ? { success: true, data: [VITTA] } : createRawResponse(500, '')))
    await show()
    expect((await screen.findAllByText('Erro ao carregar tenants')).length).toBeGreaterThan(0)
    works = true
    await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
    await waitFor(() => expect(input().value).toBe('Clínica Vitta'))
  })
})
