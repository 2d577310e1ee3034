import { createContext, useContext } from 'react'

/** File that was rejected, with the reason in Portuguese. */
export interface RejectedFile {
  readonly refused: string
}

interface KnowledgeUploadOptions {
  /** Checks the type of the file's content before the upload; an unsupported type is ''. Returns null if the file is accepted. */
  readonly getRejection: (mimeType: string) => RejectedFile | null
  /** Called with the progress from 0 to 1. */
  readonly onProgress: (fraction: number) => void
  readonly signal: AbortSignal
}

/**
 * Uploads a file of a knowledge source. Resolves to its id, or to the reason why the file is rejected.
 * @throws ApiError, or the signal's reason if aborted
 */
export type UploadKnowledgeFile = (file: File, options: KnowledgeUploadOptions) => Promise<{ id: string } | RejectedFile>

/** Context with the upload function. The page provides it from the conversation feature. */
export const KnowledgeUploadContext = createContext<UploadKnowledgeFile | null>(null)

export const useKnowledgeUpload = (): UploadKnowledgeFile => {
  const uploadFile = useContext(KnowledgeUploadContext)
  if (!uploadFile) throw new Error('No way to bring a file to the server')
  return uploadFile
}
