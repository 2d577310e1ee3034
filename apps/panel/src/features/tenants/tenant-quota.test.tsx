import { getTenant, listTenants, updateTenant } from '@prosa/contract/calls/organisation/tenants'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { createFakeProvider } from '../../testing/fake-provider.ts'
import { renderWithRouter } from '../../testing/render-with-router.tsx'
import { setSignedInUser } from '../../testing/session.ts'
import { TenantsSection } from './tenants-section.tsx'
import { aTenant } from './testing/factories.ts'

const VITTA = { ...aTenant({ id: 'tenant-2', name: 'Clínica Vitta' }), storage_mb: 10_240 }
const SAVED = { success: true, data: VITTA }

const edit = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Ações de Clínica Vitta' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Editar' }))
}

it('MEDIA-24 are given room for their files, in GB or as the others have it', async () => {
  setSignedInUser()
  const provider = createFakeProvider()
    .on(listTenants, () => ({ success: true, data: [VITTA] }))
    .on(getTenant, () => SAVED)
    .on(updateTenant, () => SAVED)
  await renderWithRouter(<TenantsSection />, { path: '/invite' })
  await edit()
  const room = await screen.findByLabelText<HTMLInputElement>('Espaço de arquivos (GB)')
  expect(room.value).toBe('10')
  await userEvent.clear(room)
  await userEvent.type(room, 'muito')
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
  expect(await screen.findByText('Digite quantos GB, ou deixe vazio.')).toBeTruthy()
  await userEvent.clear(room)
  await userEvent.type(room, '0,5')
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await edit()
  await userEvent.clear(await screen.findByLabelText('Espaço de arquivos (GB)'))
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(provider.requests(updateTenant).map(({ body }) => body)).toEqual([{ storage_mb: 512 }, { storage_mb: null }])
})
