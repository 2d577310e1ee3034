import type { PageParts } from '../page.ts'
import type { UnsentFile } from '../sending/outbox.ts'

/** A file that this page is sending. */
export interface LocalFile {
  /** URL of the file within this page (`blob:`). */
  readonly url: string
  /** Progress from 0 to 1. Null if neither a conversion nor an upload is running. */
  readonly fraction: number | null
  /** Whether `fraction` is the progress of converting the file, which precedes the upload. */
  readonly isPreparing?: boolean
}

/** Data and functions of the chat page that the modules for files and voice messages use. */
export interface FilesPorts {
  readonly agentId: string
  readonly parts: PageParts
  /** Adds a message to the outbox, which stores the messages that are not sent yet. */
  readonly enqueue: (content: string, file?: { key: string; file: UnsentFile }) => void
  /** Called when the progress of a file changes. */
  readonly onChange: () => void
  /** Called when the list of chosen, unsent files changes. */
  readonly onDraftsChange: () => void
}

export interface LazyFilesPorts extends FilesPorts {
  readonly showLocalFile: (key: string, file: LocalFile) => void
}
