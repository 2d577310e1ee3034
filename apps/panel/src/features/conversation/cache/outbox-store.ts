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
  /** What stands in the composer; opening another conversation forgets it (section 4). */
  readonly draft: { readonly conversationId: string; readonly text: string } | null
}

const NOTHING: Pick<OutboxState, 'entries' | 'draft'> = { entries: [], draft: null }

/**
 * What the person at this tab wrote and nobody has yet, kept through a reload and a session that ended by itself. In session
 * storage, so that two tabs do not overwrite each other's.
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

/** What the notice of a failed sending tells of: all that this person still has to send in a conversation. */
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

/** Conversations that others have become: what is still written in the one goes into the other. */
export const goesOnAs = new Map<string, Place>()
export const placeNow = (place: Place): Place => goesOnAs.get(place.conversationId) ?? place

/** What this conversation's composer held when it was last open. */
export const draftOf = (conversationId: string): string => {
  const { draft } = useOutbox.getState()
  return draft?.conversationId === conversationId ? draft.text : ''
}

export const keepDraft = (writtenIn: string, text: string): void => {
  const conversationId = goesOnAs.get(writtenIn)?.conversationId ?? writtenIn
  if (text !== draftOf(conversationId)) useOutbox.setState({ draft: text === '' ? null : { conversationId, text } })
}

/** Another conversation is open: the draft of the one before is gone (VIEW-29). */
export const forgetOtherDrafts = (conversationId: string): void => {
  const { draft } = useOutbox.getState()
  if (draft && draft.conversationId !== conversationId) useOutbox.setState({ draft: null })
}

/**
 * Messages come into the history of a conversation, by `change`, and their bubbles leave the outbox. Both are told at once: between
 * the two a message would be in neither, and a thread that is shorter for a moment loses its place.
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

/** What one person wrote is never there for the next one. */
const belongTo = (userId: string): void => {
  if (useOutbox.getState().ownerId !== userId) useOutbox.setState({ ownerId: userId, ...NOTHING })
}

/** Written in every tab's ear when somebody leaves by their own choice. */
const LEFT_KEY = 'outbox-left'

const forget = () => useOutbox.setState(NOTHING)

/** A session that ended by itself takes nothing from its person: what was under way can be tried again after the next sign-in. */
const onSession = (now: AuthState, before: AuthState): void => {
  if (now.user) return belongTo(now.user.id)
  if (!before.user) return
  // A forced sign-out has a reason to show; one that another tab tells of says there which it was.
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
