import type { Message } from '@prosa/contract/entities/message'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { afterReload, type Outbox, settle } from './outbox.ts'

interface OutboxState {
  readonly ownerId: string | null
  readonly entries: Outbox
}

/** Unsent messages of this tab, kept through a reload. In session storage, so that two tabs do not overwrite each other's. */
export const useOutbox = create<OutboxState>()(
  persist((): OutboxState => ({ ownerId: null, entries: [] }), {
    name: 'outbox',
    storage: createJSONStorage(() => sessionStorage),
    merge: (stored, current) => {
      const { ownerId, entries } = { ...current, ...(stored as Partial<OutboxState>) }
      return { ownerId, entries: afterReload(entries) }
    },
  }),
)

export const changeOutbox = (change: (entries: Outbox) => Outbox): void => {
  const { entries } = useOutbox.getState()
  const changed = change(entries)
  if (changed !== entries) useOutbox.setState({ entries: changed })
}

/** What one person wrote is not there for the next one, nor for nobody. */
export const outboxOf = (userId: string | null): void => {
  if (useOutbox.getState().ownerId !== userId) useOutbox.setState({ ownerId: userId, entries: [] })
}

/** Messages have come into the history of a conversation: their bubbles leave the outbox. */
export const settleArrived = (
  conversationId: string,
  messages: readonly Message[],
  alreadyHeld: (messageId: string) => boolean,
): void => changeOutbox((entries) => (entries.length === 0 ? entries : settle(entries, conversationId, messages, alreadyHeld)))
