import { hasPermission } from '@prosa/contract/roles'
import type { QueryClient } from '@tanstack/react-query'
import { notify, takeBack } from '../../shared/notifications.ts'
import { useSession } from '../../shared/session/session.ts'
import { budgetNotice } from './budget-words.ts'
import { budgetQuery } from './queries.ts'

const ABOUT = ['costs', 'budget', 'notice']

/** Says, wherever a manager is by then, that agents come to the limit of the month, and takes it back when they are below it (COST-05). */
export async function tellBudget(client: QueryClient): Promise<void> {
  const { user } = useSession.getState()
  if (!user || !hasPermission(user, 'agents:write')) return
  const words = budgetNotice(await client.fetchQuery({ ...budgetQuery(), staleTime: 0 }))
  takeBack(ABOUT)
  if (words) notify.warning({ title: words, message: 'Veja em Configurações › Dados.', autoHide: false, about: ABOUT })
}
