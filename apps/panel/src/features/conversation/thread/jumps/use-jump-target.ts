import { create } from 'zustand'

/** Id of the message to scroll to. `of`: conversation in which a search found it, which may not be open yet. */
export const useJumpTarget = create<{ to: string | null; of?: string | undefined }>()(() => ({ to: null }))
