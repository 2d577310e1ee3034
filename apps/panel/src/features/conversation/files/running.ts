import { create } from 'zustand'
import { discard } from '../cache/outbox.ts'
import { changeOutbox } from '../cache/outbox-store.ts'

interface Running {
  /** From 0 to 1. */
  readonly share: number
  readonly cancel: () => void
}

/** Files that are being uploaded from this tab, by the entry that they go with. */
export const useUploads = create<Readonly<Record<string, Running>>>()(() => ({}))

/** One more, until `finish`. */
export function beginUpload(tempId: string) {
  const over = new AbortController()
  const cancel = () => {
    changeOutbox((entries) => discard(entries, tempId))
    over.abort()
  }
  useUploads.setState({ [tempId]: { share: 0, cancel } })
  return {
    signal: over.signal,
    onProgress: (share: number) => useUploads.setState({ [tempId]: { share, cancel } }),
    finish: () => {
      const { [tempId]: _gone, ...rest } = useUploads.getState()
      useUploads.setState(rest, true)
    },
  }
}
