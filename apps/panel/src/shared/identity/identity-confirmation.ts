import { create } from 'zustand'

/** Callbacks of the open confirmation dialog. */
interface PendingConfirmation {
  confirm: () => void
  cancel: () => void
}
export const useIdentityConfirmation = create(() => ({ pendingConfirmation: null as PendingConfirmation | null }))

let openConfirmation: Promise<boolean> | null = null

/**
 * Opens the dialog 'Confirme que é você', in which users confirm their identity. Resolves to true after the confirmation, and to false if
 * the dialog was closed. If the dialog is already open, returns the result of that dialog.
 */
export const requestIdentityConfirmation = (): Promise<boolean> =>
  (openConfirmation ??= new Promise<boolean>((resolve) => {
    useIdentityConfirmation.setState({ pendingConfirmation: { confirm: () => resolve(true), cancel: () => resolve(false) } })
  }).finally(() => {
    openConfirmation = null
    useIdentityConfirmation.setState({ pendingConfirmation: null })
  }))
