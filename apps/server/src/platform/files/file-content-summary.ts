/** Content of a lead's file, as far as it has been read. */
export interface FileContentSummary {
  /** `reading`: in progress since `since`. `failed`: the file could not be read. */
  readonly state: 'reading' | 'done' | 'failed'
  /** Summary for the team, without identity documents and card numbers. */
  readonly line: string
  /** Beginning of a document's text; '' for an image. */
  readonly text: string
  readonly since: string
}
