import { create } from 'zustand'
import { discard } from '../cache/outbox.ts'
import { changeOutbox } from '../cache/outbox-store.ts'

interface Running {
  /** From 0 to 1. */
  readonly share: number
  readonly cancel: () => void
}

/** Files that are on their way up from this tab, or wait for their turn, by the entry that they go with. */
export const useUploads = create<Readonly<Record<string, Running>>>()(() => ({}))

export const cancelUpload = (tempId: string): void => useUploads.getState()[tempId]?.cancel()

/** One more, until `finish`. */
export function beginUpload(tempId: string) {
  const over = new AbortController()
  const finish = () => {
    const { [tempId]: _gone, ...rest } = useUploads.getState()
    useUploads.setState(rest, true)
  }
  const cancel = () => {
    over.abort()
    finish()
    changeOutbox((entries) => discard(entries, tempId))
  }
  useUploads.setState({ [tempId]: { share: 0, cancel } })
  return {
    signal: over.signal,
    onProgress: (share: number) => {
      if (tempId in useUploads.getState()) useUploads.setState({ [tempId]: { share, cancel } })
    },
    finish,
  }
}
