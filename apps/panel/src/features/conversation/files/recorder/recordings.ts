import type { Recorder } from '@prosa/voice/recorder'
import { create } from 'zustand'
import { useSession } from '../../../../shared/session/session.ts'
import { goesOnAs } from '../../cache/outbox-store.ts'

type Recordings = Readonly<Record<string, Recorder>>

/** Recordings by conversation that are neither sent nor discarded. */
export const useRecordings = create<Recordings>()(() => ({}))

/** Returns the recording of a conversation, or of one that was merged into it. */
export const recordingIn = (recordings: Recordings, conversationId: string): Recorder | undefined =>
  recordings[conversationId] ??
  Object.entries(recordings).find(([id]) => goesOnAs.get(id)?.conversationId === conversationId)?.[1]

/** Makes the browser ask for confirmation before the page is closed. */
const askFirst = (event: BeforeUnloadEvent) => event.preventDefault()

export function keepRecording(conversationId: string, recorder: Recorder): void {
  useRecordings.setState({ [conversationId]: recorder })
  window.addEventListener('beforeunload', askFirst)
}

/** Removes a recording that was sent or discarded. */
export function dropRecording(gone: Recorder): void {
  gone.end()
  const left = Object.entries(useRecordings.getState()).filter(([, recorder]) => recorder !== gone)
  useRecordings.setState(Object.fromEntries(left), true)
  if (left.length === 0) window.removeEventListener('beforeunload', askFirst)
}

/** Id of the user who made the recordings, kept while no user is signed in. */
let awaited: string | undefined

// Discards recordings when another user signs in and after a sign-out chosen by the user. An expired session keeps them.
useSession.subscribe(({ user, error }, before) => {
  if (user?.id === before.user?.id) return
  const recordings = Object.values(useRecordings.getState())
  if (user === null && error !== null) {
    awaited = before.user?.id
    for (const recorder of recordings) recorder.end()
    return
  }
  if (user === null || user.id !== awaited) for (const recorder of recordings) dropRecording(recorder)
  awaited = undefined
})
