import type { Message } from '@prosa/contract/entities/message'
import { notifyManager } from '@tanstack/react-query'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { type Subject, takeBack } from '../../../shared/notifications.ts'
import { localArea, tabArea } from '../../../shared/safe-storage.ts'
import { type AuthState, useSession } from '../../../shared/session/session.ts'
import { afterReload, type Outbox, settle, type Unsent } from './outbox.ts'

interface OutboxState {
  readonly ownerId: string | null
  readonly entries: Outbox
  /** Text in the composer. Opening another conversation discards it (section 4). */
  readonly draft: { readonly conversationId: string; readonly text: string } | null
}

const NOTHING: Pick<OutboxState, 'entries' | 'draft'> = { entries: [], draft: null }

/**
 * Draft and unsent messages of this tab. They survive a reload and an expired session. Stored in session storage, so that two tabs do not
 * overwrite each other.
 */
export const useOutbox = create<OutboxState>()(
  persist((): OutboxState => ({ ownerId: null, ...NOTHING }), {
    name: 'outbox',
    storage: createJSONStorage(() => tabArea),
    merge: (stored, current) => {
      const kept = { ...current, ...(stored as Partial<OutboxState>) }
      return { ...kept, entries: afterReload(kept.entries) }
    },
  }),
)

/** Subject of the notification of a failed sending: all unsent messages of this user in a conversation. */
export const sendingIn = (conversationId: string): Subject => ['send', conversationId]

const unsentIn = (entries: Outbox): Set<string> =>
  new Set(entries.filter(({ peer, status }) => !peer && status !== 'done').map(({ conversationId }) => conversationId))

export const changeOutbox = (change: (entries: Outbox) => Outbox): void => {
  const { entries } = useOutbox.getState()
  const changed = change(entries)
  if (changed === entries) return
  useOutbox.setState({ entries: changed })
  const still = unsentIn(changed)
  for (const conversationId of unsentIn(entries)) if (!still.has(conversationId)) takeBack(sendingIn(conversationId))
}

type Place = Pick<Unsent, 'leadId' | 'conversationId'>

/** Merged conversations with their successors. What is written in the former is moved to the latter. */
export const goesOnAs = new Map<string, Place>()
export const placeNow = (place: Place): Place => goesOnAs.get(place.conversationId) ?? place

/** Returns the unsent text of this conversation's composer. */
export const draftOf = (conversationId: string): string => {
  const { draft } = useOutbox.getState()
  return draft?.conversationId === conversationId ? draft.text : ''
}

export const keepDraft = (writtenIn: string, text: string): void => {
  const conversationId = goesOnAs.get(writtenIn)?.conversationId ?? writtenIn
  if (text !== draftOf(conversationId)) useOutbox.setState({ draft: text === '' ? null : { conversationId, text } })
}

/** Discards the draft of the previously open conversation (VIEW-29). */
export const forgetOtherDrafts = (conversationId: string): void => {
  const { draft } = useOutbox.getState()
  if (draft && draft.conversationId !== conversationId) useOutbox.setState({ draft: null })
}

/**
 * Adds messages to a history by `change` and removes their bubbles from the outbox in one update. In between, a message would be in
 * neither, and a thread that is shorter for a moment loses its scroll position.
 */
export const letArrive = (
  change: () => void,
  conversationId: string,
  messages: readonly Message[],
  alreadyHeld: (messageId: string) => boolean,
): void =>
  notifyManager.batch(() => {
    change()
    notifyManager.schedule(() =>
      changeOutbox((entries) => (entries.length === 0 ? entries : settle(entries, conversationId, messages, alreadyHeld))),
    )
  })

/** Clears the outbox if it belongs to another user. */
const belongTo = (userId: string): void => {
  if (useOutbox.getState().ownerId !== userId) useOutbox.setState({ ownerId: userId, ...NOTHING })
}

/** Storage key that tells all tabs of a sign-out chosen by the user. */
const LEFT_KEY = 'outbox-left'

const forget = () => useOutbox.setState(NOTHING)

/** Handles a change of the session. An expired session keeps unsent messages, which can be retried after the next sign-in. */
const onSession = (now: AuthState, before: AuthState): void => {
  if (now.user) return belongTo(now.user.id)
  if (!before.user) return
  // A forced sign-out has a reason to show. For a sign-out in another tab, that tab has stored which kind it was.
  const isChosen = now.error === null && useSession.persist.hasHydrated()
  if (!isChosen) return changeOutbox(afterReload)
  forget()
  localArea.setItem(LEFT_KEY, String(Date.now()))
}

useSession.subscribe(onSession)
window.addEventListener('storage', ({ key }) => {
  if (key === LEFT_KEY) forget()
})
const { user } = useSession.getState()
if (user) belongTo(user.id)
