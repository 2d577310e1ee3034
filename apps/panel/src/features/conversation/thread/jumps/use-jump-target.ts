import { create } from 'zustand'

/** Id of the message to scroll to. `searchConversationId`: conversation in which a search found the message; it may not be open yet. */
export const useJumpTarget = create<{ messageId: string | null; searchConversationId?: string | undefined }>()(() => ({
  messageId: null,
}))
