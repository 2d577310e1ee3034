import { hasPermission } from '@prosa/contract/roles'
import { useSession } from '../session/session.ts'
import { dismissNotificationAbout, notify } from './notifications.ts'

/**
 * Shows managers, on any page, a warning that refers to the organisation's data page if `ask` returns a text, and removes it if `ask`
 * returns null.
 */
export async function updateManagerWarning(about: readonly string[], ask: () => Promise<string | null>): Promise<void> {
  const { user } = useSession.getState()
  if (!user || !hasPermission(user, 'agents:write')) return
  const words = await ask()
  dismissNotificationAbout(about)
  if (words) notify.warning({ title: words, message: 'Veja em Organização › Dados.', autoHide: false, about })
}
