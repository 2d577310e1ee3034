/** What is known of the content of a lead's file. */
export interface AboutFile {
  /** `reading`: since `since` somebody is at it. `failed`: it could not be read. */
  readonly state: 'reading' | 'done' | 'failed'
  /** What it is about, for the team; without anybody's documents and cards. */
  readonly line: string
  /** The beginning of what a document says; '' of a picture. */
  readonly text: string
  readonly since: string
}
