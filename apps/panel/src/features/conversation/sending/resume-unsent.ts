import type { QueryClient } from '@tanstack/react-query'
import { mayCarryOwnHeaders } from '../../../shared/api/own-headers.ts'
import { withLock } from '../../../shared/lock.ts'
import { useSession } from '../../../shared/session/session.ts'
import type { Thread } from '../cache/history.ts'
import { conversationKeys } from '../cache/keys.ts'
import { discard, type Unsent } from '../cache/outbox.ts'
import { changeOutbox } from '../cache/outbox-store.ts'
import { isKept, isUnsent, takeOver } from '../files/keep-unsent.ts'
import { among, goesOn, leftBehind } from '../files/kept-rules.ts'
import { drop, readEntries } from '../files/kept-store.ts'
import { holdTab, THIS_TAB, tabsThere, whenGone } from '../files/this-tab.ts'
import { uploadOf } from '../files/uploads.ts'
import { leaving } from './send.ts'

const threadKey = ({ leadId, conversationId }: Unsent) => conversationKeys.thread(leadId, conversationId)

const hasArrived = (client: QueryClient, entry: Unsent): boolean =>
  client.getQueryData<Thread>(threadKey(entry))?.messages.some(({ client_message_id }) => client_message_id === entry.tempId) ??
  false

function goOn(client: QueryClient, entry: Unsent): void {
  if (entry.file && !entry.file.card) uploadOf(entry)
  const { mutationFn, ...rest } = leaving(client, entry.conversationId)
  const send = async (given: Unsent) => {
    if (!isUnsent(given.tempId)) return { success: true as const }
    const answer = await mutationFn(given)
    // No event will report a message that was already sent.
    if (hasArrived(client, given)) changeOutbox((entries) => discard(entries, given.tempId))
    return answer
  }
  const mutation = client.getMutationCache().build(client, { ...rest, mutationFn: send })
  void mutation.execute(entry).catch(() => undefined)
}

const followed = new Set<string>()

function followTab(client: QueryClient, tab: string): void {
  if (followed.has(tab)) return
  followed.add(tab)
  whenGone(tab, () => {
    followed.delete(tab)
    void resumeUnsent(client)
  })
}

/**
 * Sends what closed tabs of this user left unsent, in the order of writing: files, and the texts after them. Waits for other open tabs to
 * close before it takes theirs.
 */
export async function resumeUnsent(client: QueryClient): Promise<void> {
  const { user } = useSession.getState()
  if (!user) return
  await holdTab()
  await withLock('unsent-resume', async () => {
    const [all, there] = [await readEntries(), await tabsThere()]
    // Another user, or none, is signed in meanwhile.
    if (useSession.getState().user !== user) return
    for (const tab of there) if (tab !== THIS_TAB) followTab(client, tab)
    const left = leftBehind(all, user, ({ tab, entry }) => (tab === THIS_TAB ? isKept(entry.tempId) : there.has(tab)))
    const arrived = left.filter(({ entry }) => hasArrived(client, entry))
    await drop(arrived.map(({ entry }) => entry.tempId))
    // The outcome of an earlier attempt is unknown, so without a key only the user may retry.
    const now = mayCarryOwnHeaders() ? Date.now() : Number.POSITIVE_INFINITY
    const resumed = left.filter((kept) => !arrived.includes(kept)).map((kept) => ({ kept, entry: goesOn(kept, now) }))
    for (const { kept, entry } of resumed) takeOver(kept, entry)
    changeOutbox((entries) =>
      among(
        entries,
        resumed.map(({ entry }) => entry),
      ),
    )
    for (const { entry } of resumed) if (entry.status === 'waiting') goOn(client, entry)
  })
}
