import type { Recorder } from '@prosa/voice/recorder'
import { create } from 'zustand'
import { useSession } from '../../../../shared/session/session.ts'
import { mergedInto } from '../../outbox/outbox-store.ts'

type Recordings = Readonly<Record<string, Recorder>>

/** Recordings by conversation id that were neither sent nor discarded. */
export const useRecordings = create<Recordings>()(() => ({}))

/** Returns the recording of a conversation, or of a conversation that was merged into it. */
export const findRecording = (recordings: Recordings, conversationId: string): Recorder | undefined =>
  recordings[conversationId] ??
  Object.entries(recordings).find(([id]) => mergedInto.get(id)?.conversationId === conversationId)?.[1]

/** Makes the browser ask for confirmation before the page is closed. */
const confirmBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()

export function storeRecording(conversationId: string, recorder: Recorder): void {
  useRecordings.setState({ [conversationId]: recorder })
  window.addEventListener('beforeunload', confirmBeforeUnload)
}

/** Removes a recording after it was sent or discarded. */
export function removeRecording(removed: Recorder): void {
  removed.stop()
  const remaining = Object.entries(useRecordings.getState()).filter(([, recorder]) => recorder !== removed)
  useRecordings.setState(Object.fromEntries(remaining), true)
  if (remaining.length === 0) window.removeEventListener('beforeunload', confirmBeforeUnload)
}

/** Id of the user who made the recordings. Not cleared while no user is signed in. */
let recordingUserId: string | undefined

// Discards all recordings when another user signs in, and after a sign-out that the user chose. An expired session keeps them.
useSession.subscribe(({ user, error }, previous) => {
  if (user?.id === previous.user?.id) return
  const recordings = Object.values(useRecordings.getState())
  if (user === null && error !== null) {
    recordingUserId = previous.user?.id
    for (const recorder of recordings) recorder.stop()
    return
  }
  if (user === null || user.id !== recordingUserId) for (const recorder of recordings) removeRecording(recorder)
  recordingUserId = undefined
})
