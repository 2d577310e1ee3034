/** Summary of the content of a lead's file. */
export interface FileContentSummary {
  /** `reading`: the analysis started at `since`. `failed`: the file could not be read. */
  readonly state: 'reading' | 'done' | 'failed'
  /** One-line summary for users, without data of identity documents and without card numbers. */
  readonly line: string
  /** Beginning of a document's text; '' for an image. */
  readonly text: string
  readonly since: string
}
