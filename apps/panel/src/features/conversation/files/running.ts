import { create } from 'zustand'
import { discard } from '../cache/outbox.ts'
import { changeOutbox } from '../cache/outbox-store.ts'

interface Running {
  /** Whether `share` is the progress of the conversion, before the upload. */
  readonly isPrepared: boolean
  /** Progress from 0 to 1. */
  readonly share: number
  readonly cancel: () => void
}

/** Files that this tab uploads, converts or has queued, by the tempId of their entry. */
export const useUploads = create<Readonly<Record<string, Running>>>()(() => ({}))

export const cancelUpload = (tempId: string): void => useUploads.getState()[tempId]?.cancel()

/** Registers an upload until `finish` is called. `isPreparedFirst`: it is converted first. */
export function beginUpload(tempId: string, isPreparedFirst: boolean) {
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
  const show = (running: Omit<Running, 'cancel'>) => useUploads.setState({ [tempId]: { ...running, cancel } })
  show({ isPrepared: isPreparedFirst, share: 0 })
  const tell = (isPrepared: boolean) => (share: number) => {
    if (tempId in useUploads.getState()) show({ isPrepared, share })
  }
  return {
    signal: over.signal,
    onPreparing: tell(true),
    onProgress: tell(false),
    finish,
  }
}
