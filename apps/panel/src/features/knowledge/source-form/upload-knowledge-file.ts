import { createContext, useContext } from 'react'

/** File that was not accepted, with the reason in Portuguese. */
export interface RejectedFile {
  readonly refused: string
}

interface KnowledgeUploadOptions {
  /** Called before the upload with the type of the file's content (empty if it is not allowed). Returns null if the file is accepted. */
  readonly whyNot: (mimeType: string) => RejectedFile | null
  /** Called with the progress from 0 to 1. */
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/**
 * Uploads a file. Returns its id, or why it is not accepted.
 * @throws ApiError, or the signal's reason if aborted
 */
export type UploadKnowledgeFile = (file: File, taking: KnowledgeUploadOptions) => Promise<{ id: string } | RejectedFile>

/** Upload function, which another feature provides. */
export const KnowledgeUploadContext = createContext<UploadKnowledgeFile | null>(null)

export const useKnowledgeUpload = (): UploadKnowledgeFile => {
  const takeFile = useContext(KnowledgeUploadContext)
  if (!takeFile) throw new Error('No way to bring a file to the server')
  return takeFile
}
