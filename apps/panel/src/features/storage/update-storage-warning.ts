import type { QueryClient } from '@tanstack/react-query'
import { updateManagerWarning } from '../../shared/notifications/update-manager-warning.ts'
import { storageQuery } from './storage-query.ts'
import { getStorageWarning } from './storage-texts.ts'

/** Updates the warning to managers that the storage quota is almost used up (MEDIA-24). */
export const updateStorageWarning = (client: QueryClient): Promise<void> =>
  updateManagerWarning(['storage', 'notice'], async () =>
    getStorageWarning(await client.fetchQuery({ ...storageQuery(), staleTime: 0 })),
  )
