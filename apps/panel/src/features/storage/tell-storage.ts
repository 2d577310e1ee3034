import type { QueryClient } from '@tanstack/react-query'
import { warnManager } from '../../shared/warn-manager.ts'
import { storageQuery } from './storage-query.ts'
import { storageNotice } from './storage-words.ts'

/** Updates the warning that the storage quota is almost used up (MEDIA-24). */
export const tellStorage = (client: QueryClient): Promise<void> =>
  warnManager(['storage', 'notice'], async () => storageNotice(await client.fetchQuery({ ...storageQuery(), staleTime: 0 })))
