import type { Message } from '@prosa/contract/entities/conversations/message'
import { notifyManager } from '@tanstack/react-query'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { safeLocalStorage, safeSessionStorage } from '../../../shared/browser/safe-storage.ts'
import { dismissNotificationAbout, type NotificationSubject } from '../../../shared/notifications/notifications.ts'
import { type SessionState, useSession } from '../../../shared/session/session.ts'
import { type Outbox, removeArrivedEntries, restoreOutboxAfterReload, type UnsentMessage } from './outbox.ts'

interface OutboxState {
  readonly ownerId: string | null
  readonly entries: Outbox
  /** Unsent text in the composer. It is discarded when another conversation is opened (section 4). */
  readonly draft: { readonly conversationId: string; readonly text: string } | null
}

const EMPTY_OUTBOX: Pick<OutboxState, 'entries' | 'draft'> = { entries: [], draft: null }

/**
 * Store of the composer's draft and the unsent messages of this tab. They survive a reload and an expired session. Session storage keeps
 * the tabs separate, so that they do not overwrite each other.
 */
export const useOutbox = create<OutboxState>()(
  persist((): OutboxState => ({ ownerId: null, ...EMPTY_OUTBOX }), {
    name: 'outbox',
    storage: createJSONStorage(() => safeSessionStorage),
    merge: (stored, current) => {
      const merged = { ...current, ...(stored as Partial<OutboxState>) }
      return { ...merged, entries: restoreOutboxAfterReload(merged.entries) }
    },
  }),
)

/** Subject of the notification that sending failed. It covers all unsent messages of this user in a conversation. */
export const getSendFailureSubject = (conversationId: string): NotificationSubject => ['send', conversationId]

const getConversationIdsWithUnsent = (entries: Outbox): Set<string> =>
  new Set(entries.filter(({ peer, status }) => !peer && status !== 'done').map(({ conversationId }) => conversationId))

export const updateOutbox = (change: (entries: Outbox) => Outbox): void => {
  const { entries } = useOutbox.getState()
  const newEntries = change(entries)
  if (newEntries === entries) return
  useOutbox.setState({ entries: newEntries })
  const remainingIds = getConversationIdsWithUnsent(newEntries)
  for (const conversationId of getConversationIdsWithUnsent(entries))
    if (!remainingIds.has(conversationId)) dismissNotificationAbout(getSendFailureSubject(conversationId))
}

type ConversationRef = Pick<UnsentMessage, 'leadId' | 'conversationId'>

/**
 * Conversations that were merged into another one, by id; each value is the conversation that remains. Drafts and unsent messages are moved
 * there.
 */
export const mergedInto = new Map<string, ConversationRef>()
export const currentRef = (ref: ConversationRef): ConversationRef => mergedInto.get(ref.conversationId) ?? ref

/** Returns the composer's draft for this conversation, or ''. */
export const getComposerDraft = (conversationId: string): string => {
  const { draft } = useOutbox.getState()
  return draft?.conversationId === conversationId ? draft.text : ''
}

export const saveComposerDraft = (sourceConversationId: string, text: string): void => {
  const conversationId = mergedInto.get(sourceConversationId)?.conversationId ?? sourceConversationId
  if (text !== getComposerDraft(conversationId)) useOutbox.setState({ draft: text === '' ? null : { conversationId, text } })
}

/** Discards the draft of any other conversation, when a conversation is opened (VIEW-29). */
export const discardOtherDrafts = (conversationId: string): void => {
  const { draft } = useOutbox.getState()
  if (draft && draft.conversationId !== conversationId) useOutbox.setState({ draft: null })
}

/**
 * Adds messages to a conversation by `applyChange` and removes their entries from the outbox, in one render. Otherwise a message would be
 * missing for a moment, and the shorter list would lose its scroll position.
 */
export const applyArrivedMessages = (
  applyChange: () => void,
  conversationId: string,
  messages: readonly Message[],
  isCached: (messageId: string) => boolean,
): void =>
  notifyManager.batch(() => {
    applyChange()
    notifyManager.schedule(() =>
      updateOutbox((entries) =>
        entries.length === 0 ? entries : removeArrivedEntries(entries, conversationId, messages, isCached),
      ),
    )
  })

/** Sets the owner of the outbox, and empties the outbox if it belonged to another user. */
const setOutboxOwner = (userId: string): void => {
  if (useOutbox.getState().ownerId !== userId) useOutbox.setState({ ownerId: userId, ...EMPTY_OUTBOX })
}

/** Storage key that is written after a sign-out chosen by the user, so that other tabs clear their outbox too. */
const SIGNED_OUT_KEY = 'outbox-left'

const clearOutbox = () => useOutbox.setState(EMPTY_OUTBOX)

/**
 * Clears the outbox after a sign-out that the user chose. After an expired session, unsent messages are kept and can be retried after the
 * next sign-in.
 */
const handleSessionChange = (session: SessionState, previous: SessionState): void => {
  if (session.user) return setOutboxOwner(session.user.id)
  if (!previous.user) return
  // A forced sign-out has an error message. After a sign-out in another tab, that tab writes the storage key.
  const isDeliberateSignOut = session.error === null && useSession.persist.hasHydrated()
  if (!isDeliberateSignOut) return updateOutbox(restoreOutboxAfterReload)
  clearOutbox()
  safeLocalStorage.setItem(SIGNED_OUT_KEY, String(Date.now()))
}

useSession.subscribe(handleSessionChange)
window.addEventListener('storage', ({ key }) => {
  if (key === SIGNED_OUT_KEY) clearOutbox()
})
const { user } = useSession.getState()
if (user) setOutboxOwner(user.id)
