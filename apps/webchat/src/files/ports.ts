import type { PageParts } from '../page.ts'
import type { UnsentFile } from '../sending/outbox.ts'

/** State of a file that is being sent from this page. */
export interface LocalFile {
  /** Local `blob:` URL of the file. */
  readonly url: string
  /** Progress from 0 to 1; null if neither conversion nor upload is running. */
  readonly fraction: number | null
  /** Whether `share` is the progress of the conversion that precedes the upload. */
  readonly isPreparing?: boolean
}

/** Data and functions of the chat page that the code for files uses. */
export interface FilesPorts {
  readonly agentId: string
  readonly parts: PageParts
  /** Appends a message to the messages to send (outbox). */
  readonly enqueue: (content: string, file?: { key: string; file: UnsentFile }) => void
  /** Called when the state of a file that is being sent changes. */
  readonly onChange: () => void
  /** Called when the list of chosen files changes. */
  readonly onDraftsChange: () => void
}

export interface LazyFilesPorts extends FilesPorts {
  readonly showLocalFile: (key: string, file: LocalFile) => void
}
