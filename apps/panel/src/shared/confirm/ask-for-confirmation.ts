import { create } from 'zustand'

/** A question that waits for its answer; null while none is open. */
interface Question {
  given: () => void
  closed: () => void
}
export const useConfirmation = create(() => ({ asked: null as Question | null }))

let open: Promise<boolean> | null = null

/**
 * Asks the person to prove who they are, in the dialog 'Confirme que é você'. Returns false when they closed it.
 * There is one question at a time: a call that needs a proof while one is open waits for the same answer.
 */
export const askForConfirmation = (): Promise<boolean> =>
  (open ??= new Promise<boolean>((resolve) => {
    useConfirmation.setState({ asked: { given: () => resolve(true), closed: () => resolve(false) } })
  }).finally(() => {
    open = null
    useConfirmation.setState({ asked: null })
  }))
