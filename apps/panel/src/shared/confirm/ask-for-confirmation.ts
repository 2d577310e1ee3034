import { create } from 'zustand'

/** Callbacks of the open confirmation dialog. */
interface Question {
  given: () => void
  closed: () => void
}
export const useConfirmation = create(() => ({ asked: null as Question | null }))

let open: Promise<boolean> | null = null

/**
 * Opens the dialog 'Confirme que é você', in which users prove their identity. Resolves to true after the proof and to false if the dialog
 * was closed. Calls made while the dialog is open share its result.
 */
export const askForConfirmation = (): Promise<boolean> =>
  (open ??= new Promise<boolean>((resolve) => {
    useConfirmation.setState({ asked: { given: () => resolve(true), closed: () => resolve(false) } })
  }).finally(() => {
    open = null
    useConfirmation.setState({ asked: null })
  }))
