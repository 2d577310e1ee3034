import { hasPermission } from '@prosa/contract/roles'
import { notify, takeBack } from './notifications.ts'
import { useSession } from './session/session.ts'

/** Says, wherever a manager is by then, what `ask` finds that the organisation's data page tells of, and takes it back when there is nothing any more. */
export async function warnManager(about: readonly string[], ask: () => Promise<string | null>): Promise<void> {
  const { user } = useSession.getState()
  if (!user || !hasPermission(user, 'agents:write')) return
  const words = await ask()
  takeBack(about)
  if (words) notify.warning({ title: words, message: 'Veja em Organização › Dados.', autoHide: false, about })
}
