import type { ServerEvent } from '@prosa/contract/events'
import { hasPermission } from '@prosa/contract/roles'
import type { QueryClient } from '@tanstack/react-query'
import { notify, takeBack } from '../../shared/notifications.ts'
import { useSession } from '../../shared/session/session.ts'
import { channelQueries } from './queries.ts'

/** Says wherever a manager is by then that a number does not work, and takes it back when it is mended (NUM-18). */
export async function tellProblems(client: QueryClient, { accountId, problems }: ServerEvent<'channel_updated'>): Promise<void> {
  // A provider that names no problems says so on its page only.
  if (!problems) return
  const about = ['whatsapp', 'broken', accountId]
  const { user } = useSession.getState()
  if (!user || !hasPermission(user, 'agents:write')) return
  if (!problems.some(({ severity }) => severity === 'broken')) return takeBack(about)
  const { numbers } = await client.fetchQuery({ ...channelQueries.whatsapp(), staleTime: 0 })
  const number = numbers.find(({ id }) => id === accountId)
  const problem = number?.problems?.find(({ severity }) => severity === 'broken')
  if (!number || !problem) return
  notify.error({ title: `WhatsApp ${number.display_number}`, message: `${problem.text} Veja em Organização › Números.`, about })
}
