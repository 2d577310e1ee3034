import { getStorage } from '@prosa/contract/calls/conversations/files'
import type { Storage } from '@prosa/contract/entities/files/storage'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { createQueryClient } from '../../shared/api/query-client.ts'
import { useNotifications } from '../../shared/notifications/notifications.ts'
import { createFakeProvider } from '../../testing/fake-provider.ts'
import { renderWithRouter } from '../../testing/render-with-router.tsx'
import { setSignedInUser } from '../../testing/session.ts'
import StorageCard from './storage-card.tsx'
import { updateStorageWarning } from './update-storage-warning.ts'

const GB = 1_024 ** 3

let storage: Storage
let provider: ReturnType<typeof createFakeProvider>

beforeEach(() => {
  setSignedInUser()
  storage = { used_bytes: Math.round(8.12 * GB), quota_bytes: 10 * GB, state: 'near' }
  provider = createFakeProvider().on(getStorage, () => ({ success: true, data: storage }))
})

const said = () => useNotifications.getState().notifications.map(({ title }) => title)

it('MEDIA-24 its card says how much room files take up, and from 80 % on what comes of it', async () => {
  await renderWithRouter(<StorageCard />)
  expect((await screen.findByText('8,1 GB')).parentElement?.textContent).toBe('8,1 GB de 10 GB')
  expect(screen.getByRole('meter').getAttribute('aria-valuenow')).toBe('81')
  expect(screen.getByRole('status').textContent).toMatch(
    /^Os arquivos já ocupam 80 % do espaço de 10 GB\. Sem espaço, a equipe não/,
  )
})

it('MEDIA-24 its card says nothing more while there is room', async () => {
  storage = { used_bytes: 0, quota_bytes: 10 * GB, state: 'under' }
  await renderWithRouter(<StorageCard />)
  expect((await screen.findByText('0 MB')).parentElement?.textContent).toBe('0 MB de 10 GB')
  expect(screen.queryByRole('status')).toBeNull()
})

it('MEDIA-24 wherever a manager is, says that room runs out, one step in the place of the other, and takes it back', async () => {
  const client = createQueryClient()
  await updateStorageWarning(client)
  expect(said()).toEqual(['Os arquivos já ocupam 80 % do espaço de 10 GB.'])
  storage = { ...storage, used_bytes: 10 * GB, state: 'full' }
  await updateStorageWarning(client)
  expect(said()).toEqual(['O espaço de arquivos acabou: os 10 GB estão em uso.'])
  storage = { ...storage, used_bytes: 0, state: 'under' }
  await updateStorageWarning(client)
  expect(said()).toEqual([])
})

it('MEDIA-24 says nothing to whoever manages nothing', async () => {
  setSignedInUser({ role: 'operator', permissions: [] })
  await updateStorageWarning(createQueryClient())
  expect(said()).toEqual([])
  expect(provider.requests(getStorage)).toHaveLength(0)
})
