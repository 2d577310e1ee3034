import { create } from 'zustand'
import { discard } from '../cache/outbox.ts'
import { changeOutbox } from '../cache/outbox-store.ts'

interface Running {
  /** Of a film that becomes what can leave: what `share` is of. */
  readonly isPrepared: boolean
  /** From 0 to 1. */
  readonly share: number
  readonly cancel: () => void
}

/** Files that are on their way up from this tab, are made ready for it, or wait for their turn, by the entry that they go with. */
export const useUploads = create<Readonly<Record<string, Running>>>()(() => ({}))

export const cancelUpload = (tempId: string): void => useUploads.getState()[tempId]?.cancel()

/** One more, until `finish`. `isPreparedFirst`: it is not yet what goes. */
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
