import { createContext, useContext } from 'react'

/** File that was not accepted, with the reason in Portuguese. */
export interface NotTaken {
  readonly refused: string
}

interface Taking {
  /** Called before the upload with the type of the file's content (empty if it is not allowed). Returns null if the file is accepted. */
  readonly whyNot: (mimeType: string) => NotTaken | null
  /** Called with the progress from 0 to 1. */
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/**
 * Uploads a file. Returns its id, or why it is not accepted.
 * @throws ApiError, or the signal's reason if aborted
 */
export type TakeFile = (file: File, taking: Taking) => Promise<{ id: string } | NotTaken>

/** Upload function, which another feature provides. */
export const TakesFile = createContext<TakeFile | null>(null)

export const useTakeFile = (): TakeFile => {
  const takeFile = useContext(TakesFile)
  if (!takeFile) throw new Error('No way to bring a file to the server')
  return takeFile
}
