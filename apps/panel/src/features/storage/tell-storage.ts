import { hasPermission } from '@prosa/contract/roles'
import type { QueryClient } from '@tanstack/react-query'
import { notify, takeBack } from '../../shared/notifications.ts'
import { useSession } from '../../shared/session/session.ts'
import { storageQuery } from './storage-query.ts'
import { storageNotice } from './storage-words.ts'

const ABOUT = ['storage', 'notice']

/** Says, wherever a manager is by then, that the room for files runs out, and takes it back when there is more of it again (MEDIA-24). */
export async function tellStorage(client: QueryClient): Promise<void> {
  const { user } = useSession.getState()
  if (!user || !hasPermission(user, 'agents:write')) return
  const words = storageNotice(await client.fetchQuery({ ...storageQuery(), staleTime: 0 }))
  takeBack(ABOUT)
  if (words) notify.warning({ title: words, message: 'Veja em Configurações › Dados.', autoHide: false, about: ABOUT })
}
