import { create } from 'zustand'

/** The message that the thread is to go to; `of`: a search found it in this conversation, which may not be open yet. */
export const useJump = create<{ to: string | null; of?: string | undefined }>()(() => ({ to: null }))
