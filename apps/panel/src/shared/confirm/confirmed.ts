import { create } from 'zustand'
import { ApiError } from '../api/errors.ts'

/** A question that waits for its answer; null while nothing is asked. */
interface Asked {
  given: () => void
  refused: () => void
}
export const useConfirmation = create(() => ({ asked: null as Asked | null }))

/** The person closed the question: nothing went wrong, and nothing is to be said. */
export class NotConfirmed extends Error {}

const wantsProof = (error: unknown): boolean => error instanceof ApiError && error.code === 'CONFIRMATION_REQUIRED'

/** One question at a time: who comes while one is open waits for the same answer. */
let open: Promise<void> | null = null
const askForProof = (): Promise<void> =>
  (open ??= new Promise<void>((resolve, reject) => {
    useConfirmation.setState({ asked: { given: resolve, refused: () => reject(new NotConfirmed()) } })
  }).finally(() => {
    open = null
    useConfirmation.setState({ asked: null })
  }))

/**
 * Makes a grave call; where the provider wants to know first who asks, the person is asked for a proof, and the call is made again.
 * @throws NotConfirmed when the question was closed, or what the call fails with
 */
export async function confirmed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!wantsProof(error)) throw error
    await askForProof()
    return work()
  }
}
