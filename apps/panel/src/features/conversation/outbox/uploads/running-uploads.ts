import { create } from 'zustand'
import { removeFromOutbox } from '../outbox.ts'
import { updateOutbox } from '../outbox-store.ts'

interface RunningUpload {
  /** Whether the file is being converted. `share` is then the progress of the conversion instead of the upload. */
  readonly isPrepared: boolean
  /** Progress from 0 to 1. */
  readonly share: number
  readonly cancel: () => void
}

/** Files that this tab is uploading, converting or has queued, by the tempId of their outbox entry. */
export const useRunningUploads = create<Readonly<Record<string, RunningUpload>>>()(() => ({}))

export const cancelUpload = (tempId: string): void => useRunningUploads.getState()[tempId]?.cancel()

/**
 * Registers an upload until `finish` is called, and returns its signal and progress callbacks. `isPreparedFirst`: whether the file is
 * converted before the upload.
 */
export function registerUpload(tempId: string, isPreparedFirst: boolean) {
  const over = new AbortController()
  const finish = () => {
    const { [tempId]: _gone, ...rest } = useRunningUploads.getState()
    useRunningUploads.setState(rest, true)
  }
  const cancel = () => {
    over.abort()
    finish()
    updateOutbox((entries) => removeFromOutbox(entries, tempId))
  }
  const show = (running: Omit<RunningUpload, 'cancel'>) => useRunningUploads.setState({ [tempId]: { ...running, cancel } })
  show({ isPrepared: isPreparedFirst, share: 0 })
  const tell = (isPrepared: boolean) => (share: number) => {
    if (tempId in useRunningUploads.getState()) show({ isPrepared, share })
  }
  return {
    signal: over.signal,
    onPreparing: tell(true),
    onProgress: tell(false),
    finish,
  }
}
