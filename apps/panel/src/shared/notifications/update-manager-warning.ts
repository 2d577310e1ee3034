import { hasPermission } from '@prosa/contract/roles'
import { useSession } from '../session/session.ts'
import { dismissNotificationAbout, notify } from './notifications.ts'

/**
 * Updates a warning to managers, shown on any page, that refers to the organisation's data page. Shows the text that `getWarning` returns,
 * or removes the warning if it returns null. Does nothing for other users.
 */
export async function updateManagerWarning(subject: readonly string[], getWarning: () => Promise<string | null>): Promise<void> {
  const { user } = useSession.getState()
  if (!user || !hasPermission(user, 'agents:write')) return
  const title = await getWarning()
  dismissNotificationAbout(subject)
  if (title) notify.warning({ title: title, message: 'Veja em Organização › Dados.', autoHide: false, subject })
}
