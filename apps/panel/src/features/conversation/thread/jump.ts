import { create } from 'zustand'

/** The message that the thread is to go to. */
export const useJump = create<{ to: string | null }>()(() => ({ to: null }))
