import type { QueryClient } from '@tanstack/react-query'
import { canSendCustomHeaders } from '../../../../shared/api/custom-headers.ts'
import { runWithLock } from '../../../../shared/browser/locks.ts'
import { useSession } from '../../../../shared/session/session.ts'
import { conversationKeys } from '../../cache/conversation-keys.ts'
import type { CachedThread } from '../../cache/thread/cached-thread.ts'
import { removeFromOutbox, type UnsentMessage } from '../../outbox/outbox.ts'
import { updateOutbox } from '../../outbox/outbox-store.ts'
import { acquireTabLock, listOpenTabIds, onTabClosed, THIS_TAB_ID } from '../../outbox/storage/open-tabs.ts'
import { deleteUnsentEntries, readUnsentEntries } from '../../outbox/storage/unsent-database.ts'
import { adoptStoredEntry, isEntryStored, isInOutbox } from '../../outbox/storage/unsent-persistence.ts'
import { filterAbandonedEntries, mergeAdoptedEntries, toResumedEntry } from '../../outbox/storage/unsent-storage-rules.ts'
import { getOrStartUpload } from '../../outbox/uploads/upload-queue.ts'
import { createSendOptions } from './use-message-sender.ts'

const getThreadKey = ({ leadId, conversationId }: UnsentMessage) => conversationKeys.thread(leadId, conversationId)

const isInHistory = (client: QueryClient, entry: UnsentMessage): boolean =>
  client
    .getQueryData<CachedThread>(getThreadKey(entry))
    ?.messages.some(({ client_message_id }) => client_message_id === entry.tempId) ?? false

function resumeSending(client: QueryClient, entry: UnsentMessage): void {
  if (entry.file && !entry.file.card) getOrStartUpload(entry)
  const { mutationFn, ...rest } = createSendOptions(client, entry.conversationId)
  const send = async (pendingEntry: UnsentMessage) => {
    if (!isInOutbox(pendingEntry.tempId)) return { success: true as const }
    const response = await mutationFn(pendingEntry)
    // If the message is already in the conversation, no later event removes its entry from the outbox.
    if (isInHistory(client, pendingEntry)) updateOutbox((entries) => removeFromOutbox(entries, pendingEntry.tempId))
    return response
  }
  const mutation = client.getMutationCache().build(client, { ...rest, mutationFn: send })
  void mutation.execute(entry).catch(() => undefined)
}

const watchedTabs = new Set<string>()

function resumeWhenTabCloses(client: QueryClient, tab: string): void {
  if (watchedTabs.has(tab)) return
  watchedTabs.add(tab)
  onTabClosed(tab, () => {
    watchedTabs.delete(tab)
    void resumeUnsentMessages(client)
  })
}

/**
 * Sends the messages that closed tabs of this user left unsent, in the order in which they were written. For tabs that are still open,
 * waits until they are closed.
 */
export async function resumeUnsentMessages(client: QueryClient): Promise<void> {
  const { user } = useSession.getState()
  if (!user) return
  await acquireTabLock()
  await runWithLock('unsent-resume', async () => {
    const [storedEntries, openTabIds] = [await readUnsentEntries(), await listOpenTabIds()]
    // The user has signed out or changed while this function was waiting.
    if (useSession.getState().user !== user) return
    for (const tab of openTabIds) if (tab !== THIS_TAB_ID) resumeWhenTabCloses(client, tab)
    const abandoned = filterAbandonedEntries(storedEntries, user, ({ tab, entry }) =>
      tab === THIS_TAB_ID ? isEntryStored(entry.tempId) : openTabIds.has(tab),
    )
    const delivered = abandoned.filter(({ entry }) => isInHistory(client, entry))
    await deleteUnsentEntries(delivered.map(({ entry }) => entry.tempId))
    // It is unknown whether an earlier attempt succeeded. Without an idempotency key a retry could send the message twice, so only the user
    // may retry.
    const now = canSendCustomHeaders() ? Date.now() : Number.POSITIVE_INFINITY
    const resumed = abandoned
      .filter((stored) => !delivered.includes(stored))
      .map((kept) => ({ kept, entry: toResumedEntry(kept, now) }))
    for (const { kept: stored, entry } of resumed) adoptStoredEntry(stored, entry)
    updateOutbox((entries) =>
      mergeAdoptedEntries(
        entries,
        resumed.map(({ entry }) => entry),
      ),
    )
    for (const { entry } of resumed) if (entry.status === 'waiting') resumeSending(client, entry)
  })
}
