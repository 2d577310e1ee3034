import type { WhatsappNumber } from '@prosa/contract/entities/whatsapp/channel'
import type { ServerEvent } from '@prosa/contract/events'
import { hasPermission } from '@prosa/contract/roles'
import type { QueryClient } from '@tanstack/react-query'
import { dismissNotificationAbout, notify } from '../../../shared/notifications/notifications.ts'
import { useSession } from '../../../shared/session/session.ts'
import { channelQueries } from '../queries.ts'

const getProblemSubject = (id: string) => ['whatsapp', 'broken', id]

const isManager = (): boolean => {
  const { user } = useSession.getState()
  return user !== null && hasPermission(user, 'agents:write')
}

const fetchNumbers = async (client: QueryClient): Promise<WhatsappNumber[]> =>
  (await client.fetchQuery({ ...channelQueries.whatsapp(), staleTime: 0 })).numbers

/**
 * Code of the last notified problem, by user and WhatsApp number. Prevents a dismissed notification from appearing again at every
 * reconnection.
 */
const lastNotifiedProblems = new Map<string, string>()
const getUserNumberKey = (id: string): string => `${useSession.getState().user?.id} ${id}`

function notifyProblem({ id, display_number, problems }: WhatsappNumber): void {
  const problem = problems?.find(({ severity }) => severity === 'broken')
  if (!problem) return clearProblem(id)
  lastNotifiedProblems.set(getUserNumberKey(id), problem.code)
  notify.error({
    title: `WhatsApp ${display_number}`,
    message: `${problem.text} Veja em Organização › Números.`,
    subject: getProblemSubject(id),
  })
}

function clearProblem(id: string): void {
  lastNotifiedProblems.delete(getUserNumberKey(id))
  dismissNotificationAbout(getProblemSubject(id))
}

/** Notifies managers, on any page, that a WhatsApp number does not work, and dismisses the notification once it works again (NUM-18). */
export async function notifyNumberProblems(
  client: QueryClient,
  { accountId, problems }: ServerEvent<'channel_updated'>,
): Promise<void> {
  // An event without problems comes from a server that does not report them. The page of WhatsApp numbers shows the state.
  if (!problems || !isManager()) return
  if (!problems.some(({ severity }) => severity === 'broken')) return clearProblem(accountId)
  const number = (await fetchNumbers(client)).find(({ id }) => id === accountId)
  if (number) notifyProblem(number)
}

/** Notifies managers about WhatsApp numbers that stopped working while the connection was lost. */
export async function notifyMissedNumberProblems(client: QueryClient): Promise<void> {
  if (!isManager()) return
  for (const number of await fetchNumbers(client)) {
    const code = number.problems?.find(({ severity }) => severity === 'broken')?.code
    if (!code || lastNotifiedProblems.get(getUserNumberKey(number.id)) !== code) notifyProblem(number)
  }
}
