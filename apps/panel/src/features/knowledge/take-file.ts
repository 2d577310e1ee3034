import { createContext, useContext } from 'react'

/** Why a file is not taken, in words. */
export interface NotTaken {
  readonly refused: string
}

interface Taking {
  /** Asked before a byte leaves, by the type that its content has (empty: none that anybody may send); null: it may go. */
  readonly whyNot: (mimeType: string) => NotTaken | null
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/** Brings a file to the server. @returns its id there, or why it may not go @throws ApiError; what the signal was aborted with */
export type TakeFile = (file: File, taking: Taking) => Promise<{ id: string } | NotTaken>

/** How files are brought to the server, which another feature knows. */
export const TakesFile = createContext<TakeFile | null>(null)

export const useTakeFile = (): TakeFile => {
  const takeFile = useContext(TakesFile)
  if (!takeFile) throw new Error('No way to bring a file to the server')
  return takeFile
}
