import { create } from 'zustand'
import { removeFromOutbox } from '../outbox.ts'
import { updateOutbox } from '../outbox-store.ts'

interface RunningUpload {
  /** Whether the file is being converted. `fraction` is then the progress of the conversion instead of the upload. */
  readonly isPreparing: boolean
  /** Progress from 0 to 1. */
  readonly fraction: number
  readonly cancel: () => void
}

/** Files that this tab is uploading, converting or has queued, by the tempId of their outbox entry. */
export const useRunningUploads = create<Readonly<Record<string, RunningUpload>>>()(() => ({}))

export const cancelUpload = (tempId: string): void => useRunningUploads.getState()[tempId]?.cancel()

/**
 * Registers an upload until `finish` is called, and returns its signal and progress callbacks. `needsPreparation`: whether the file is
 * converted before the upload.
 */
export function registerUpload(tempId: string, needsPreparation: boolean) {
  const abortController = new AbortController()
  const finish = () => {
    const { [tempId]: _removed, ...rest } = useRunningUploads.getState()
    useRunningUploads.setState(rest, true)
  }
  const cancel = () => {
    abortController.abort()
    finish()
    updateOutbox((entries) => removeFromOutbox(entries, tempId))
  }
  const setProgress = (upload: Omit<RunningUpload, 'cancel'>) => useRunningUploads.setState({ [tempId]: { ...upload, cancel } })
  setProgress({ isPreparing: needsPreparation, fraction: 0 })
  const createProgressHandler = (isPreparing: boolean) => (fraction: number) => {
    if (tempId in useRunningUploads.getState()) setProgress({ isPreparing, fraction })
  }
  return {
    signal: abortController.signal,
    onPreparing: createProgressHandler(true),
    onProgress: createProgressHandler(false),
    finish,
  }
}
