import { create } from 'zustand'

/** The message that the thread is to go to; `of`: of this conversation, which may not be open yet. */
export const useJump = create<{ to: string | null; of?: string }>()(() => ({ to: null }))
